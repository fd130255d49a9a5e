import { ConsensusError } from '$lib/consensus/errors';
import { SignatureCache, type SignatureCheck } from '$lib/consensus/validate/signatureCache';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { isPlatformDependent, verifySignature as networkVerdict } from '$lib/chain/keys/verifySignature';

/** Verifies many signatures elsewhere; one verdict a check, in order. */
export type VerifyBatch = (checks: readonly SignatureCheck[]) => Promise<boolean[]>;

/** Ends an attempt that trusted signatures nobody has verified yet. */
class UnsettledSignatures extends Error {}

/** What an attempt is given. */
export interface Attempt {
  /** Answers at once: what is known, and for the rest a provisional yes. */
  readonly verifySignature: VerifySignature;
  /** To be called before anything is kept: throws when an answer was provisional. */
  readonly requireSettled: () => void;
}

/** So many are verified elsewhere while the validation that asks about them still runs. */
const BATCH = 64;

/**
 * Lets synchronous validation use signatures that are verified on other threads. Work is tried with provisional
 * answers; if it asked about unknown signatures, those are verified together and it is tried again. Verdicts stay
 * known, so a block costs no verification for what came through the pool.
 */
export class SignatureChecker {
  readonly #verdicts = new SignatureCache();

  /** Answers at once, from what is known if it can: for transactions that came through here before. */
  readonly verifyNow: VerifySignature = this.#verdicts.verifier(networkVerdict);

  constructor(private readonly verifyBatch: VerifyBatch) {}

  /**
   * Whether `work` goes through when every signature it asks about is judged. One run suffices: where it went through
   * on provisional answers that all turn out right, it would go through again. The verdicts stay known.
   * @param work validates; it must keep nothing
   */
  async passes(work: (verifySignature: VerifySignature) => void): Promise<boolean> {
    const batches: Promise<boolean>[] = [];
    let unknown: SignatureCheck[] = [];
    const send = () => {
      batches.push(this.#learn(unknown));
      unknown = [];
    };
    let isRuleKept = true;
    try {
      work(
        this.#provisional((check) => {
          unknown.push(check);
          if (unknown.length === BATCH) send();
        })
      );
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error;
      isRuleKept = false;
    }
    if (unknown.length > 0) send();
    return (await Promise.all(batches)).every((areValid) => areValid) && isRuleKept;
  }

  /** Runs `work` until it went through on real verdicts. It must undo itself when it throws. */
  async settle<T>(work: (attempt: Attempt) => T): Promise<T> {
    for (;;) {
      const unknown: SignatureCheck[] = [];
      const verifySignature = this.#provisional((check) => unknown.push(check));
      const requireSettled = () => {
        if (unknown.length > 0) throw new UnsettledSignatures();
      };
      try {
        return work({ verifySignature, requireSettled });
      } catch (error) {
        // A rule broken after a provisional yes is judged again: the signature may be the first thing wrong.
        if (unknown.length === 0) throw error;
      }
      await this.#learn(unknown);
    }
  }

  /** Answers from what is known, and yes to the rest, which it tells. */
  #provisional(onUnknown: (check: SignatureCheck) => void): VerifySignature {
    return (publicKey, message, signature) => {
      const check = { publicKey, message, signature };
      const known = this.#verdicts.get(check);
      if (known !== undefined) return known;
      // The other threads ask the platform's verifier, which is not to be trusted with these rare ones.
      if (isPlatformDependent(publicKey, signature)) return networkVerdict(publicKey, message, signature);
      onUnknown(check);
      return true;
    };
  }

  /** Has the signatures verified and remembers; whether all are valid. */
  async #learn(checks: readonly SignatureCheck[]): Promise<boolean> {
    const verdicts = await this.verifyBatch(checks);
    checks.forEach((check, i) => this.#verdicts.set(check, verdicts[i] ?? false));
    return verdicts.every((isValid) => isValid);
  }
}
