import { CodecError } from '$lib/codec/errors';
import { encodedLength, i64, list, struct, u64, u8, type Layout, type Reader, type Writer } from '$lib/codec/layout';
import { address32 } from '../address';
import { hash256 } from '../ids';
import { publicKey32, signature64 } from '../keys/keys';
import { unlockConditions, type SatisfiedPolicy, type SpendPolicy } from './policy';

const POLICY_VERSION = 1;
const OPCODE = { above: 1, after: 2, pk: 3, h: 4, thresh: 5, opaque: 6, uc: 7 } as const;
/** Nesting levels below the root; deeper policies are rejected while decoding, before any recursion. */
export const MAX_POLICY_DEPTH = 32;
/**
 * Nodes of a policy; larger ones are rejected while decoding. No policy with more than 1,024 sub-policies can be
 * satisfied, but millions of them, of three bytes each, would have to be decoded first.
 */
const MAX_POLICY_NODES = 10_000;

function writePolicy(w: Writer, policy: SpendPolicy): void {
  u8.write(w, OPCODE[policy.type]);
  switch (policy.type) {
    case 'above':
      return u64.write(w, policy.height);
    case 'after':
      return i64.write(w, policy.timestamp);
    case 'pk':
      return publicKey32.write(w, policy.publicKey);
    case 'h':
      return hash256.write(w, policy.hash);
    case 'thresh':
      u8.write(w, policy.n);
      u8.write(w, policy.of.length);
      for (const child of policy.of) writePolicy(w, child);
      return;
    case 'opaque':
      return address32.write(w, policy.address);
    case 'uc':
      return unlockConditions.write(w, policy.unlockConditions);
  }
}

/** @param room for further nodes */
function readPolicy(r: Reader, depth: number, room: { left: number }): SpendPolicy {
  if (--room.left < 0) throw new CodecError(`spend policy has more than ${MAX_POLICY_NODES} nodes`);
  if (depth > MAX_POLICY_DEPTH) throw new CodecError(`spend policy nests deeper than ${MAX_POLICY_DEPTH}`);
  const opcode = u8.read(r);
  switch (opcode) {
    case OPCODE.above:
      return { type: 'above', height: u64.read(r) };
    case OPCODE.after:
      return { type: 'after', timestamp: i64.read(r) };
    case OPCODE.pk:
      return { type: 'pk', publicKey: publicKey32.read(r) };
    case OPCODE.h:
      return { type: 'h', hash: hash256.read(r) };
    case OPCODE.thresh: {
      const n = u8.read(r);
      const of = Array.from({ length: u8.read(r) }, () => readPolicy(r, depth + 1, room));
      return { type: 'thresh', n, of };
    }
    case OPCODE.opaque:
      return { type: 'opaque', address: address32.read(r) };
    case OPCODE.uc:
      return { type: 'uc', unlockConditions: unlockConditions.read(r) };
    default:
      throw new CodecError(`unknown spend policy opcode ${opcode}`);
  }
}

/** Version byte 1, then one node: opcode and payload; sub-policies carry no version. */
export const spendPolicy: Layout<SpendPolicy> = {
  write(w, policy: SpendPolicy) {
    u8.write(w, POLICY_VERSION);
    writePolicy(w, policy);
  },
  read(r) {
    const version = u8.read(r);
    if (version !== POLICY_VERSION) throw new CodecError(`unsupported spend policy version ${version}`);
    return readPolicy(r, 0, { left: MAX_POLICY_NODES });
  }
};

/** Policy, signatures, preimages. */
export const satisfiedPolicy: Layout<SatisfiedPolicy> = struct({
  policy: spendPolicy,
  signatures: list(signature64),
  preimages: list(hash256)
});

/** Length of the encoding of a policy node, without the version. */
function nodeLength(policy: SpendPolicy): number {
  switch (policy.type) {
    case 'above':
    case 'after':
      return 1 + 8;
    case 'pk':
    case 'h':
    case 'opaque':
      return 1 + 32;
    case 'thresh':
      return policy.of.reduce((length, child) => length + nodeLength(child), 1 + 1 + 1);
    case 'uc':
      return 1 + encodedLength(unlockConditions, policy.unlockConditions);
  }
}

/**
 * Length of the encoding of a {@link satisfiedPolicy}. Every input of a block is weighed by it: encoding them all just to
 * measure them takes longer than the rest of the weight.
 */
export const satisfiedPolicyLength = ({ policy, signatures, preimages }: SatisfiedPolicy): number =>
  1 + nodeLength(policy) + 8 + 64 * signatures.length + 8 + 32 * preimages.length;
