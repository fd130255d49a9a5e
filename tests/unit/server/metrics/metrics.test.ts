import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { createContainer, type Container } from '$lib/server/container';
import { CONTENT_TYPE, renderMetrics } from '$lib/server/metrics/exposition';
import { readMetrics, type MetricsSources } from '$lib/server/metrics/metrics';
import { ResponseCounts } from '$lib/server/metrics/responseCounts';
import { openNode, mine, type OpenNode } from '../../../support/node';

const TOKEN = 'a-token-of-the-tests';
const DAEMON = { DAEMON_URL: 'http://127.0.0.1:1' };

let open: OpenNode;
beforeAll(async () => {
  open = await openNode({ peers: { peers: [], discover: false, listen: '127.0.0.1:0' } });
  await mine(open, 2);
});
afterAll(() => open.node.close());

const sources = (): MetricsSources => ({
  node: { network: 'test', figures: () => open.node.figures() },
  responses: new ResponseCounts(),
  startedAt: 1_700_000_000,
  process
});

/** What a scraper reads, by the grammar of the format: every line is a known comment or a sample. */
function parse(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, about, rest] = /^# (HELP|TYPE) ([a-z_:][a-z0-9_:]*) (.+)$/.exec(line) ?? [];
    if (keyword === 'TYPE') {
      expect(types.has(about!), `${about} has one type`).toBe(false);
      expect(['counter', 'gauge']).toContain(rest);
      types.set(about!, rest!);
    }
    if (keyword !== undefined) continue;
    const sample =
      /^([a-z_:][a-z0-9_:]*)(\{[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*\})? (\S+)$/;
    const [, name, labels = '', value] = sample.exec(line) ?? [];
    expect(name, `"${line}" is a sample`).toBeDefined();
    // The samples of a name follow its type, and counters are named as such.
    expect([...types.keys()].at(-1)).toBe(name);
    expect(name!.endsWith('_total')).toBe(types.get(name!) === 'counter');
    expect(Number.isFinite(Number(value)), line).toBe(true);
    expect(samples.has(name! + labels), 'each sample once').toBe(false);
    samples.set(name! + labels, Number(value));
  }
  return samples;
}

test('node, mining, peers and server, in the text format', async () => {
  const before = sources();
  before.responses.count(200);
  before.responses.count(204);
  before.responses.count(404);
  const samples = parse(renderMetrics(await readMetrics(before)));
  expect(Object.fromEntries(samples)).toMatchObject({
    'quarry_node_info{network="test"}': 1,
    quarry_node_up: 1,
    quarry_node_height: 2,
    quarry_node_pool_transactions: 0,
    'quarry_mining_blocks{outcome="best"}': 2,
    'quarry_mining_blocks{outcome="stale"}': 0,
    quarry_mining_cpu_hashes_per_second: 0,
    'quarry_peers{direction="inbound"}': 0,
    'quarry_peers{direction="outbound"}': 0,
    'quarry_http_responses_total{class="2xx"}': 2,
    'quarry_http_responses_total{class="4xx"}': 1,
    'quarry_http_responses_total{class="5xx"}': 0,
    process_start_time_seconds: 1_700_000_000
  });
  const { timestamp } = await open.daemon.consensus.block({ query: { height: 2 } });
  expect(samples.get('quarry_node_tip_timestamp_seconds')).toBe(timestamp);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('memory in bytes, processor time (user and system) in seconds', async () => {
  const process = {
    memoryUsage: () => ({ rss: 12_345 }),
    cpuUsage: () => ({ user: 3_000_000, system: 500_000 })
  } as unknown as MetricsSources['process'];
  const samples = parse(renderMetrics(await readMetrics({ ...sources(), process })));
  expect(samples.get('process_resident_memory_bytes')).toBe(12_345);
  expect(samples.get('process_cpu_seconds_total')).toBe(3.5);
});

test('a stopped node reports only that it is down; no node reports nothing', async () => {
  const stopped = { network: 'test', figures: async () => undefined };
  const names = parse(renderMetrics(await readMetrics({ ...sources(), node: stopped })));
  expect(names.get('quarry_node_up')).toBe(0);
  expect(names.has('quarry_node_height')).toBe(false);
  const without = renderMetrics(await readMetrics({ ...sources(), node: undefined }));
  expect(without).not.toMatch(/quarry_(node|mining|peers)/);
});

test('a server in a cluster reports the number of followed nodes by role', async () => {
  const alone = renderMetrics(await readMetrics(sources()));
  expect(alone).not.toMatch(/^quarry_followed_nodes/m);
  const followed = { leader: 1, listener: 2, alone: 0 };
  const values = parse(renderMetrics(await readMetrics({ ...sources(), followed })));
  expect(values.get('quarry_followed_nodes{role="leader"}')).toBe(1);
  expect(values.get('quarry_followed_nodes{role="listener"}')).toBe(2);
});

test('labels and help are escaped', () => {
  const text = renderMetrics([
    { name: 'x', type: 'gauge', help: 'a\nb\\', samples: [{ value: 1, labels: { l: 'q"\\\n' } }] }
  ]);
  expect(text).toBe('# HELP x a\\nb\\\\\n# TYPE x gauge\nx{l="q\\"\\\\\\n"} 1\n');
  expect(parse(text).size).toBe(1);
});

const scrape = (quarry: Container, authorization?: string) =>
  quarry.metrics(new Request('http://quarry/metrics', { headers: authorization ? { authorization } : {} }));

test('metrics are disabled unless a token is set', async () => {
  const quarry = await createContainer(readConfig(DAEMON));
  expect(await scrape(quarry, `Bearer ${TOKEN}`)).toBeUndefined();
});

test('the token grants access, and nothing else does', async () => {
  const quarry = await createContainer(readConfig({ ...DAEMON, QUARRY_METRICS_TOKEN: TOKEN }));
  for (const wrong of [undefined, TOKEN, 'Bearer', 'Bearer wrong', `Bearer ${TOKEN}x`, `Basic ${btoa(`:${TOKEN}`)}`]) {
    const answer = (await scrape(quarry, wrong))!;
    expect([wrong, answer.status, answer.headers.get('www-authenticate')]).toEqual([
      wrong,
      401,
      'Bearer realm="Quarry metrics"'
    ]);
    expect(await answer.text()).not.toContain('quarry_');
  }
  quarry.countResponse(500);
  const answer = (await scrape(quarry, `Bearer ${TOKEN}`))!;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, CONTENT_TYPE]);
  const samples = parse(await answer.text());
  expect(samples.get('quarry_http_responses_total{class="5xx"}')).toBe(1);
  expect(samples.get('process_start_time_seconds')).toBeLessThan(Date.now() / 1_000 + 60);
});

test.each(['short', 'sixteen letters ', 'ä'.repeat(16)])('the token %j stops the start', (token) => {
  expect(() => readConfig({ QUARRY_METRICS_TOKEN: token })).toThrow(/^QUARRY_METRICS_TOKEN must be/);
});

test('every metric on the dashboard exists, and every metric is on it', async () => {
  const dashboard = readFileSync(join(import.meta.dirname, '../../../../deploy/grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
  const named = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:quarry|process)_[a-z_]+/g) ?? [])
  );
  const existing = (await readMetrics(sources())).map(({ name }) => name);
  expect(new Set(named)).toEqual(new Set(existing));
});
