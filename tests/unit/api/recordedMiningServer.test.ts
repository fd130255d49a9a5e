import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeAnswer } from '$lib/api/http/response';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { encodeRequest } from '$lib/api/http/request';
import { matchRoute } from '$lib/api/http/findRoute';
import { v1Commitment } from '$lib/chain/block/commitment';
import { parseJson } from '$lib/codec/json';
import { encodeSolvedBlock, blockOfTemplate } from '$lib/mining/work/servedTemplate';
import { recordedWalletExchanges } from '../../support/recordedWalletServer';
import { toResponse } from '$lib/server/http/fetchMessages';

// A real mining server's templates of both versions.
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 60_000 };
const exchanges = recordedWalletExchanges().filter(({ pathname }) => pathname.startsWith('/mining/'));
const templates = exchanges.filter(({ status, method }) => status === 200 && method === 'POST');
const read = (text: string) => decodeAnswer(miningRoutes.getTemplate, new Response(text), LIMITS);

test('there are templates of both versions, with and without long polling', () => {
  expect(templates.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['139-gbt-v2', '140-gbt-same', '141-gbt-longpoll', '915-v1-gbt'])
  );
});

describe.each(templates.map((exchange) => [exchange.name, exchange] as const))('%s', (_, exchange) => {
  test('is decoded, and encoded identically', async () => {
    const again = toResponse(encodeAnswer(miningRoutes.getTemplate, await read(exchange.answerText)));
    expect(parseJson(await again.text())).toEqual(exchange.answer);
  });

  test('was requested as our client does', async () => {
    const { longpollid } = parseJson(exchange.body!) as { longpollid?: string };
    const { body, pathname } = encodeRequest(miningRoutes.getTemplate, { body: { longpollid } });
    expect(pathname).toBe(exchange.pathname);
    expect(parseJson(body as string)).toEqual(parseJson(exchange.body!));
  });

  test('yields the block documented with its encodings', async () => {
    const template = await read(exchange.answerText);
    const bytes = Buffer.from(encodeSolvedBlock({ ...blockOfTemplate(template), nonce: 0x0123456789abcdefn }));
    const { parentId, minerPayouts, commitment } = template;
    expect(bytes.toString('hex', 0, 40)).toBe(`${parentId}efcdab8967452301`);
    expect(bytes.readBigUInt64LE(48)).toBe(1n);
    // Payouts use the V1 encoding in either version: length, then big-endian bytes without leading zeros.
    const value = minerPayouts[0]!.value.toString(16);
    const even = value.padStart(value.length + (value.length % 2), '0');
    expect(bytes.readBigUInt64LE(56)).toBe(BigInt(even.length / 2));
    expect(bytes.toString('hex', 64)).toMatch(new RegExp(`^${even}${minerPayouts[0]!.address.slice(0, 64)}`));
    if (template.version === 1) expect(v1Commitment(minerPayouts, [])).toBe(commitment);
    else expect(bytes.toString('hex')).toContain(commitment);
  });
});

test.each(exchanges.filter(({ status }) => status >= 400).map((exchange) => [exchange.name, exchange] as const))(
  '%s is rejected with the server’s message',
  async (_, { method, pathname, status, answerText }) => {
    const match = matchRoute(miningRoutes, method, pathname);
    const route = match.found === 'route' ? match.route : miningRoutes.getTemplate;
    await expect(decodeAnswer(route, new Response(answerText, { status }), LIMITS)).rejects.toMatchObject({
      serverMessage: answerText.trim()
    });
  }
);
