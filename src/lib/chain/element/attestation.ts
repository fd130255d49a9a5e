import { struct, utf8String, byteString, type Decoded } from '$lib/codec/layout';
import { publicKey32, signature64 } from '../keys/keys';
import { stateElement } from './elements';
import { attestationId32 } from '../ids';

export const attestation = struct({
  publicKey: publicKey32,
  key: utf8String,
  value: byteString,
  signature: signature64
});

export type Attestation = Decoded<typeof attestation>;

export const attestationElement = struct({ stateElement, id: attestationId32, attestation });

export type AttestationElement = Decoded<typeof attestationElement>;
