import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { clearOldVerdicts } from '$lib/server/node/peers/newRelease';
import { BanList } from '$lib/server/node/peers/hosts/bans';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const HEIGHT = 3;

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** The chain under the rules of a release: whether it verifies signatures. */
function chainOf(isStrict: boolean): ChainManager {
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => !isStrict || verifySignature(publicKey, message, signature))
  );
  return new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
}

test('blocks that an earlier release found invalid are validated again, and its bans for them are lifted', async () => {
  const chain = chainOf(true);
  // Valid under the next release's rules.
  const branch = TestChain.create().extend(HEIGHT);
  branch.add(branch.next([branch.payment(false)])).extend(1);
  const [odd, child] = branch.blocks.slice(HEIGHT + 1);
  await chain.addBlocks(branch.blocks.slice(1, HEIGHT + 1));
  const refused = { code: 'v2/policy-unsatisfied' };
  clearOldVerdicts(store, '1.0.0');
  await expect(chain.addBlock(odd!)).rejects.toMatchObject(refused);
  await expect(chain.addBlock(child!)).rejects.toMatchObject({ code: 'chain/invalid-ancestor' });
  new BanList(store.settings, Date.now).add('192.0.2.1', 'an invalid block');

  // The same release after a restart.
  clearOldVerdicts(store, '1.0.0');
  await expect(chain.addBlock(odd!)).rejects.toMatchObject({ code: 'chain/known-invalid' });
  expect(new BanList(store.settings, Date.now).all).toHaveLength(1);

  clearOldVerdicts(store, '1.1.0');
  expect(new BanList(store.settings, Date.now).all).toEqual([]);
  const next = chainOf(false);
  await next.addBlocks([odd!, child!]);
  expect(next.tip).toEqual(branch.tip.index);
});
