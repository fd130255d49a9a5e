import * as P from 'micro-packed';
import { CodecError } from '../codec/errors';
import { i64, list, mapped, struct, u64, u8, type Layout } from '../codec/layout';
import { address32 } from './address';
import { hash256 } from './ids';
import { publicKey32, signature64 } from './keys';
import { unlockConditions, type SatisfiedPolicy, type SpendPolicy } from './policy';

const POLICY_VERSION = 1;
const OPCODE = { above: 1, after: 2, pk: 3, h: 4, thresh: 5, opaque: 6, uc: 7 } as const;
/** Levels below the outermost policy; deeper trees are refused while decoding, before anything recurses into them. */
export const MAX_POLICY_DEPTH = 32;

function writePolicy(w: P.Writer, policy: SpendPolicy): void {
  u8.encodeStream(w, OPCODE[policy.type]);
  switch (policy.type) {
    case 'above':
      return u64.encodeStream(w, policy.height);
    case 'after':
      return i64.encodeStream(w, policy.timestamp);
    case 'pk':
      return publicKey32.encodeStream(w, policy.publicKey);
    case 'h':
      return hash256.encodeStream(w, policy.hash);
    case 'thresh':
      u8.encodeStream(w, policy.n);
      u8.encodeStream(w, policy.of.length);
      for (const child of policy.of) writePolicy(w, child);
      return;
    case 'opaque':
      return address32.encodeStream(w, policy.address);
    case 'uc':
      return unlockConditions.encodeStream(w, policy.unlockConditions);
  }
}

function readPolicy(r: P.Reader, depth: number): SpendPolicy {
  if (depth > MAX_POLICY_DEPTH) throw new CodecError(`spend policy nests deeper than ${MAX_POLICY_DEPTH}`);
  const opcode = u8.decodeStream(r);
  switch (opcode) {
    case OPCODE.above:
      return { type: 'above', height: u64.decodeStream(r) };
    case OPCODE.after:
      return { type: 'after', timestamp: i64.decodeStream(r) };
    case OPCODE.pk:
      return { type: 'pk', publicKey: publicKey32.decodeStream(r) };
    case OPCODE.h:
      return { type: 'h', hash: hash256.decodeStream(r) };
    case OPCODE.thresh: {
      const n = u8.decodeStream(r);
      const of = Array.from({ length: u8.decodeStream(r) }, () => readPolicy(r, depth + 1));
      return { type: 'thresh', n, of };
    }
    case OPCODE.opaque:
      return { type: 'opaque', address: address32.decodeStream(r) };
    case OPCODE.uc:
      return { type: 'uc', unlockConditions: unlockConditions.decodeStream(r) };
    default:
      throw new CodecError(`unknown spend policy opcode ${opcode}`);
  }
}

/** Version byte 1, then one node: opcode and payload; sub-policies carry no version. */
export const spendPolicy: Layout<SpendPolicy> = P.wrap({
  encodeStream(w, policy: SpendPolicy) {
    u8.encodeStream(w, POLICY_VERSION);
    writePolicy(w, policy);
  },
  decodeStream(r) {
    const version = u8.decodeStream(r);
    if (version !== POLICY_VERSION) throw new CodecError(`unsupported spend policy version ${version}`);
    return readPolicy(r, 0);
  }
});

/** Policy, signatures, preimages. */
export const satisfiedPolicy: Layout<SatisfiedPolicy> = mapped(
  struct({ policy: spendPolicy, signatures: list(signature64), preimages: list(hash256) }),
  (wire): SatisfiedPolicy => wire,
  ({ policy, signatures, preimages }) => ({ policy, signatures: [...signatures], preimages: [...preimages] })
);
