import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { m as chain } from '$lib/messages/chain/pages';
import { m as contracts } from '$lib/messages/host/contracts';
import { m as host } from '$lib/messages/hosts/host';
import { LOCALES } from '$lib/messages/locale';
import { m as mine } from '$lib/messages/mining/mine';
import { m as overview } from '$lib/messages/overview';
import { m as settings } from '$lib/messages/host/settings';
import { loadMessages } from '../../support/messages';

describe.each(LOCALES)('in %s', (language) => {
  beforeAll(() => loadMessages(language));
  afterAll(() => loadMessages('en'));

  test('the height of a chain with one block has its unit in the singular', () => {
    expect(chain.sync.blocks(1)).not.toBe(chain.sync.blocks(2));
    expect(overview.chain.blocks(1)).not.toBe(overview.chain.blocks(2));
  });

  test('a wallet whose name is not known has no words in quotation marks for one', () => {
    expect(mine.source.ownWallet('Savings')).toMatch(/[“„]Savings[”“]/);
    expect(mine.source.ownWallet()).not.toMatch(/[“”„]|undefined/);
  });
});

describe('in German', () => {
  beforeAll(() => loadMessages('de'));
  afterAll(() => loadMessages('en'));

  /** Quantities are formatted in the nominative: „3 Monate“ would have to be „3 Monaten“ there. */
  test.each([
    [() => host.facts.atBlockAgo('1.000', '3 Monate')],
    [() => settings.accountExpiry('3 Monate')],
    [() => contracts.standing.endsIn('3 Monate')],
    [() => contracts.standing.proofDue('3 Monate')]
  ])('no preposition with the dative precedes the duration: %s', (text) => {
    expect(text()).toContain('3 Monate');
    expect(text()).not.toMatch(/\b(?:vor|nach|in|von|seit|bei|mit)(?: etwa)? 3 Monate/);
  });
});
