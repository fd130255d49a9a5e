import { systemScheduler } from '$lib/async/scheduler';
import { StepQueue } from '$lib/async/stepQueue';
import { ConsensusError } from '$lib/consensus/errors';
import { keyOfCheck, SignatureCache, type SignatureCheck } from '$lib/consensus/validate/signatureCache';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { isPlatformDependent } from '$lib/chain/keys/verifySignature';
import { verifyHere } from './verifyHere';

/** Verifies signatures on other threads; returns one result per check, in order. */
export type VerifyBatch = (checks: readonly SignatureCheck[]) => Promise<boolean[]>;

/** Aborts an attempt that used provisional results. */
class ProvisionalResultError extends Error {}

/** Aborts a validation that may use only known results. */
class UnknownResultError extends Error {}

/** Aborts an attempt that has verified as many signatures on this thread as one may. */
class UnfinishedAttemptError extends Error {}

/** Arguments of an attempt. */
export interface Attempt {
  /** The cached result; for an unknown signature a provisional true, or in the last attempt the result. */
  readonly verifySignature: VerifySignature;
  /** Call before storing anything: throws if a result was provisional. */
  readonly requireVerified: () => void;
}

/** Signatures per batch sent to other threads during validation: few, so that work starts and finishes early. */
const BATCH = 16;
/** The same for later blocks: nothing waits for their results yet, and every message has a cost. */
const AHEAD_BATCH = 64;
/** Signatures being verified ahead at any time. Those of invalid blocks waste 0.4 s of a thread at most. */
export const MAX_AHEAD = 4_000;
/**
 * Attempts with provisional results, enough for unlock conditions of three keys. More keys than signatures need an
 * attempt per key that does not match, and with more signatures than the cache holds there would be no end.
 */
const MAX_PROVISIONAL = 3;
/** Signatures that an attempt after these verifies slowly, in about as much time as the rest of a full block takes. */
const SLOW_PER_ATTEMPT = 100;

/**
 * Lets synchronous validation use signatures verified on other threads. Validation runs with provisional results; the
 * unknown signatures are then verified in a batch, and validation runs again if needed. Results are cached, so a
 * transaction that came through the pool needs no verification in its block.
 */
export class SignatureChecker {
  readonly #verdicts: SignatureCache;
  /** Signatures being verified ahead of their block, by {@link keyOfCheck}. */
  readonly #ahead = new Map<string, Promise<boolean>>();
  readonly #here = new StepQueue();

  /** Verifies synchronously, from the cache where possible. */
  readonly verifyNow: VerifySignature;

  constructor(
    private readonly verifyBatch: VerifyBatch,
    verdicts = new SignatureCache()
  ) {
    this.#verdicts = verdicts;
    this.verifyNow = verdicts.verifier(verifyHere);
  }

  /**
   * Starts verifying the signatures of a later block: {@link SignatureChecker.passes} then waits for those still in
   * progress and reuses the results of the others. Skips signatures beyond {@link MAX_AHEAD} in progress.
   * @returns resolves once they are all done
   */
  async verifyAhead(checks: readonly SignatureCheck[]): Promise<void> {
    const unknown = new Map<string, SignatureCheck>();
    for (const check of checks) {
      if (this.#ahead.size + unknown.size >= MAX_AHEAD) break;
      // Platform-dependent ones are verified on this thread: earlier would not be faster.
      if (isPlatformDependent(check.publicKey, check.signature) || this.#verdicts.get(check) !== undefined) continue;
      const key = keyOfCheck(check);
      if (!this.#ahead.has(key)) unknown.set(key, check);
    }
    const entries = [...unknown];
    const underWay: Promise<unknown>[] = [];
    for (let i = 0; i < entries.length; i += AHEAD_BATCH) {
      const batch = entries.slice(i, i + AHEAD_BATCH);
      const verdicts = this.#verify(batch.map(([, check]) => check));
      batch.forEach(([key], at) => this.#putAhead(key, verdicts, at));
      underWay.push(verdicts);
    }
    await Promise.allSettled(underWay);
  }

  #putAhead(key: string, verdicts: Promise<readonly boolean[]>, at: number): void {
    const verdict = verdicts.then((all) => all[at] ?? false);
    const forget = () => void this.#ahead.delete(key);
    // A failure rejects whatever awaits the verdict; if nothing does, the signature is verified again with its block.
    verdict.then(forget, forget);
    this.#ahead.set(key, verdict);
  }

  /**
   * Whether `work` succeeds with verified signatures. One run is enough: if all provisional results are confirmed, a
   * second run would be identical.
   * @param work validates; it must have no side effects
   */
  async passes(work: (verifySignature: VerifySignature) => void): Promise<boolean> {
    const verdicts: Promise<boolean>[] = [];
    let unknown: SignatureCheck[] = [];
    const send = () => {
      verdicts.push(this.#verify(unknown).then((batch) => batch.every((isValid) => isValid)));
      unknown = [];
    };
    let isRuleKept = true;
    try {
      work(
        this.#provisional((check, key) => {
          const ahead = this.#ahead.get(key);
          if (ahead !== undefined) return void verdicts.push(ahead);
          unknown.push(check);
          if (unknown.length === BATCH) send();
        })
      );
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error;
      isRuleKept = false;
    }
    if (unknown.length > 0) send();
    return (await Promise.all(verdicts)).every((isValid) => isValid) && isRuleKept;
  }

  /**
   * Runs `work` with known results only.
   * @returns undefined if a rule is broken or a result is unknown
   */
  ifKnown<T>(work: (verifySignature: VerifySignature) => T): T | undefined {
    const throwUnknown = () => {
      throw new UnknownResultError();
    };
    try {
      return work(this.#provisional(throwUnknown));
    } catch (error) {
      if (error instanceof ConsensusError || error instanceof UnknownResultError) return undefined;
      throw error;
    }
  }

  /**
   * Runs `work` until it succeeds with verified results. It must undo its changes when it throws.
   * @param fastPerAttempt signatures that an attempt may verify on this thread, for work that takes little time to
   *   repeat. Those that only the slow verifier can decide are always limited
   */
  async withVerified<T>(work: (attempt: Attempt) => T | Promise<T>, fastPerAttempt = Infinity): Promise<T> {
    for (let attempts = 0; attempts < MAX_PROVISIONAL; attempts++) {
      const unknown: SignatureCheck[] = [];
      const verifySignature = this.#provisional((check) => unknown.push(check));
      const requireVerified = () => {
        if (unknown.length > 0) throw new ProvisionalResultError();
      };
      try {
        return await work({ verifySignature, requireVerified });
      } catch (error) {
        // An error after provisional results is re-evaluated: an invalid signature may come first.
        if (unknown.length === 0) throw error;
      }
      await this.#verify(unknown);
    }
    return this.#withVerifiedHere(work, fastPerAttempt);
  }

  /**
   * Verifies each signature as `work` comes to it, because only `work` knows which keys of unlock conditions are tried. A
   * block has room for as many as take a minute, so attempts end early, and continue from the results of those before.
   */
  async #withVerifiedHere<T>(work: (attempt: Attempt) => T | Promise<T>, fastPerAttempt: number): Promise<T> {
    // Beside the cache, which may be too small for all of them.
    const verified = new SignatureCache(Infinity);
    for (;;) {
      let [slow, fast] = [SLOW_PER_ATTEMPT, fastPerAttempt];
      const verifySignature: VerifySignature = (publicKey, message, signature) => {
        const check = { publicKey, message, signature };
        const known = this.#verdicts.get(check) ?? verified.get(check);
        if (known !== undefined) return known;
        const isSlow = isPlatformDependent(publicKey, signature);
        if ((isSlow ? slow-- : fast--) <= 0) throw new UnfinishedAttemptError();
        const isValid = this.verifyNow(publicKey, message, signature);
        if (isSlow || fast < Infinity) verified.set(check, isValid);
        return isValid;
      };
      try {
        return await work({ verifySignature, requireVerified: () => undefined });
      } catch (error) {
        if (!(error instanceof UnfinishedAttemptError)) throw error;
      }
      await systemScheduler.yield();
    }
  }

  /**
   * Cached results, and true for unknown signatures. Each is reported to `onUnknown` once: inputs of a transaction with
   * the same key have the same signature.
   */
  #provisional(onUnknown: (check: SignatureCheck, key: string) => void): VerifySignature {
    const reported = new Set<string>();
    return (publicKey, message, signature) => {
      const check = { publicKey, message, signature };
      const known = this.#verdicts.get(check);
      if (known !== undefined) return known;
      const key = keyOfCheck(check);
      if (!reported.has(key)) {
        reported.add(key);
        onUnknown(check, key);
      }
      return true;
    };
  }

  /** Verifies the signatures and caches the results, one for each in order. */
  async #verify(checks: readonly SignatureCheck[]): Promise<readonly boolean[]> {
    const verdicts = await this.#verdictsOf(checks);
    checks.forEach((check, i) => this.#verdicts.set(check, verdicts[i] ?? false));
    return verdicts;
  }

  async #verdictsOf(checks: readonly SignatureCheck[]): Promise<readonly boolean[]> {
    const isDependent = ({ publicKey, signature }: SignatureCheck) => isPlatformDependent(publicKey, signature);
    const others = checks.filter((check) => !isDependent(check));
    if (others.length === checks.length) return this.verifyBatch(checks);
    const here = checks.filter(isDependent).map((check) => this.#here.run(verifyPortably(check)));
    const byThreads = others.length > 0 ? (await this.verifyBatch(others)).values() : undefined;
    const byUs = (await Promise.all(here)).values();
    return checks.map((check) => (isDependent(check) ? byUs : byThreads!).next().value!);
  }
}

/**
 * Other threads use the platform's verifier, whose result for these rare signatures differs from the network's. The
 * portable one takes milliseconds for each, and a block may have thousands.
 */
function* verifyPortably({ publicKey, message, signature }: SignatureCheck): Generator<void, boolean> {
  yield;
  return verifyHere(publicKey, message, signature);
}
