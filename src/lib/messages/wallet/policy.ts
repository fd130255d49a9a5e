import type { SpendPolicy } from '$lib/chain/policy/policy';
import { ED25519_ALGORITHM, ENTROPY_ALGORITHM } from '$lib/chain/policy/policy';
import { formatUnlockKey } from '$lib/chain/policy/unlockKeyText';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import type messages from '../en/wallet/policy';
import { formatDateTime, isDate, shortenId } from '../format';
import { locale } from '../locale';

/** Words for spend policies, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/policy.ts`)) as { default: typeof messages });
};

/** A policy in words, for a tree on a page. */
export interface PolicyWords {
  readonly type: SpendPolicy['type'];
  readonly text: string;
  readonly children: readonly PolicyWords[];
}

type NameOf = (publicKey: PublicKey) => string | undefined;

const leaf = (type: SpendPolicy['type'], text: string): PolicyWords => ({ type, text, children: [] });

const signedBy = (publicKey: PublicKey, nameOf: NameOf): PolicyWords =>
  leaf('pk', m.signedBy(nameOf(publicKey) ?? m.key(shortenId(publicKey.slice('ed25519:'.length)))));

/** @param nameOf what a person calls a key */
export function explainPolicy(policy: SpendPolicy, nameOf: NameOf = () => undefined): PolicyWords {
  switch (policy.type) {
    case 'above':
      return leaf('above', m.fromBlock(policy.height));
    case 'after':
      return leaf('after', m.after(timeText(policy.timestamp)));
    case 'pk':
      return signedBy(policy.publicKey, nameOf);
    case 'h':
      return leaf('h', m.preimage(shortenId(policy.hash)));
    case 'opaque':
      return leaf('opaque', m.opaque(shortenId(policy.address)));
    case 'thresh':
      return {
        type: 'thresh',
        text: thresholdText(policy.n, policy.of.length),
        children: policy.of.map((child) => explainPolicy(child, nameOf))
      };
    case 'uc': {
      const { timelock, publicKeys, signaturesRequired } = policy.unlockConditions;
      const text = thresholdText(Number(signaturesRequired), publicKeys.length);
      return {
        type: 'uc',
        text: timelock > 0n ? m.locked(text, timelock) : text,
        children: publicKeys.map((key) => {
          if (key.algorithm === ENTROPY_ALGORITHM) return leaf('pk', m.entropyKey);
          if (key.algorithm !== ED25519_ALGORITHM || key.key.length !== 32) {
            return leaf('pk', m.unknownKey(shortenId(formatUnlockKey(key))));
          }
          return signedBy(publicKeyFromBytes(key.key), nameOf);
        })
      };
    }
  }
}

function thresholdText(n: number, of: number): string {
  if (n === 0) return m.threshold.none;
  if (n > of) return m.threshold.impossible(n, of);
  if (of === 1) return m.threshold.single;
  if (n === of) return of === 2 ? m.threshold.both : m.threshold.all(of);
  return n === 1 ? m.threshold.anyOne : m.threshold.any(n, of);
}

/** A policy may name any 64-bit second, calendars end earlier. */
function timeText(seconds: bigint): string {
  const ms = Number(seconds) * 1000;
  return isDate(ms) ? formatDateTime(ms) : m.second(seconds);
}
