import { parseAddress } from '$lib/chain/address';
import type { Signature } from '$lib/chain/keys/keys';
import { formatPolicy, parsePolicy } from '$lib/chain/policy/policyText';
import { isHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { isShowableName } from '$lib/codec/visibleText';
import { MessageFormatError } from './errors';
import type { MessageProof } from './proof';
import { normalizeMessage } from './signedMessage';

const BEGIN = '-----BEGIN SIGNED MESSAGE-----';
const SIGNATURE = '-----BEGIN SIGNATURE-----';
const END = '-----END SIGNED MESSAGE-----';

const SIGNATURE_DIGITS = 128;

/** `2023-11-14T22:13:20Z`. */
const formatTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

function parseTime(text: string): number {
  const seconds = Date.parse(text) / 1000;
  if (!Number.isSafeInteger(seconds) || formatTime(seconds) !== text) throw malformed(`time ${JSON.stringify(text)}`);
  return seconds;
}

const malformed = (what: string, cause?: unknown): MessageFormatError =>
  new MessageFormatError(`The signed message cannot be read: ${what}.`, { cause });

/** A proof as a block of text: headers, message, policy and signatures. */
export function formatProof(proof: MessageProof): string {
  const { network, address, seconds, domain, message, policy, signatures } = proof;
  // A line that starts with a hyphen could be taken for the end of the message.
  const lines = normalizeMessage(message)
    .split('\n')
    .map((line) => (line.startsWith('-') ? `- ${line}` : line));
  return [
    BEGIN,
    `Network: ${network}`,
    `Address: ${address}`,
    ...(seconds === 0 ? [] : [`Time: ${formatTime(seconds)}`]),
    ...(domain === '' ? [] : [`Domain: ${domain}`]),
    '',
    ...lines,
    SIGNATURE,
    `Policy: ${formatPolicy(policy)}`,
    ...signatures.map((signature) => `Signature: ${signature}`),
    END,
    ''
  ].join('\n');
}

/** A proof as JSON. Time in Unix seconds, 0 for none. */
export const formatProofJson = (proof: MessageProof): string =>
  JSON.stringify({
    version: 1,
    network: proof.network,
    address: proof.address,
    time: proof.seconds,
    domain: proof.domain,
    message: normalizeMessage(proof.message),
    policy: formatPolicy(proof.policy),
    signatures: proof.signatures
  });

/**
 * Parses the block of {@link formatProof}, even within other text, or the JSON of {@link formatProofJson}.
 * @throws {MessageFormatError}
 */
export function parseProof(text: string): MessageProof {
  try {
    const proof = text.trimStart().startsWith('{') ? parseJsonProof(text) : parseBlock(text);
    if (!isShowableName(proof.network)) throw malformed('it names no network');
    return proof;
  } catch (error) {
    if (error instanceof CodecError || error instanceof SyntaxError) throw malformed(error.message, error);
    throw error;
  }
}

function parseBlock(text: string): MessageProof {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const trimmed = lines.map((line) => line.trimEnd());
  const begin = trimmed.indexOf(BEGIN);
  const empty = trimmed.indexOf('', begin);
  const middle = trimmed.indexOf(SIGNATURE, begin);
  const end = trimmed.indexOf(END, begin);
  if (begin === -1 || empty === -1 || middle < empty || end < middle) throw malformed('a part of the block is missing');
  // A reader could take an unverified second block for the verified one.
  if (trimmed.lastIndexOf(BEGIN) !== begin) throw malformed('there is more than one block');
  const headers = new Lines(trimmed.slice(begin + 1, empty));
  const proofLines = new Lines(trimmed.slice(middle + 1, end));
  const proof = {
    network: headers.take('Network'),
    address: parseAddress(headers.take('Address')),
    seconds: headers.has('Time') ? parseTime(headers.take('Time')) : 0,
    domain: headers.has('Domain') ? headers.take('Domain') : '',
    message: lines
      .slice(empty + 1, middle)
      .map(unescape)
      .join('\n'),
    policy: parsePolicy(proofLines.take('Policy')),
    signatures: [] as Signature[]
  };
  while (proofLines.has('Signature')) proof.signatures.push(parseSignature(proofLines.take('Signature')));
  headers.requireEnd();
  proofLines.requireEnd();
  return proof;
}

/** Lines `Name: value`, in a fixed order. */
class Lines {
  #next = 0;

  constructor(private readonly lines: readonly string[]) {}

  has(name: string): boolean {
    return this.lines[this.#next]?.startsWith(`${name}: `) ?? false;
  }

  take(name: string): string {
    if (!this.has(name)) throw malformed(`${name} is missing or out of place`);
    return this.lines[this.#next++]!.slice(name.length + 2);
  }

  requireEnd(): void {
    const rest = this.lines[this.#next];
    if (rest !== undefined) throw malformed(`unexpected line ${JSON.stringify(rest)}`);
  }
}

function unescape(line: string): string {
  if (!line.startsWith('-')) return line;
  if (!line.startsWith('- ')) throw malformed(`line ${JSON.stringify(line)} starts with an unescaped hyphen`);
  return line.slice(2);
}

function parseSignature(text: string): Signature {
  if (!isHex(text, SIGNATURE_DIGITS)) throw malformed('a signature has 128 hexadecimal characters');
  return text.toLowerCase() as Signature;
}

function parseJsonProof(text: string): MessageProof {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const textOf = (key: string): string => {
    const field = value[key];
    if (typeof field !== 'string') throw malformed(`${key} is missing`);
    return field;
  };
  const { version, time = 0, signatures } = value;
  if (version !== 1) throw malformed(`version ${String(version)} is not supported`);
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < 0) throw malformed('time is not a Unix time');
  if (!Array.isArray(signatures)) throw malformed('signatures are missing');
  return {
    network: textOf('network'),
    address: parseAddress(textOf('address')),
    seconds: time,
    domain: textOf('domain'),
    message: textOf('message'),
    policy: parsePolicy(textOf('policy')),
    signatures: signatures.map((signature: unknown) => parseSignature(String(signature)))
  };
}
