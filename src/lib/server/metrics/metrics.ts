import { createHash, timingSafeEqual } from 'node:crypto';
import { UnauthorizedError } from '$lib/api/http/errors';
import type { EmbeddedNode } from '../embeddedNode';
import { toResponse } from '../http/fetchMessages';
import { refusal } from '../http/proxy';
import type { NodeFigures } from '../node/figures';
import { NODE_VERSION } from '../version';
import { CONTENT_TYPE, renderMetrics, type Metric } from './exposition';
import type { ResponseCounts } from './responseCounts';

const METRICS_PATH = '/metrics';

/** The sources of the metrics. */
export interface MetricsSources {
  readonly node: Pick<EmbeddedNode, 'network' | 'figures'> | undefined;
  readonly responses: ResponseCounts;
  /** Seconds since 1970 at which the process started. */
  readonly startedAt: number;
  /** Remote nodes whose tips are followed, by this server's role in its cluster; undefined without a cluster. */
  readonly followed?: Readonly<Record<string, number>>;
  readonly process: Pick<NodeJS.Process, 'memoryUsage' | 'cpuUsage'>;
}

/**
 * Responds to a Prometheus scrape.
 * @param token the bearer token that grants access
 * @returns undefined without a token: metrics are off then
 */
export async function answerMetrics(
  { method, headers }: Request,
  token: string | undefined,
  sources: MetricsSources
): Promise<Response | undefined> {
  if (token === undefined) return undefined;
  const given = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  // Digests have equal lengths, so the duration of the comparison reveals nothing about the token.
  if (!timingSafeEqual(digest(given), digest(token))) {
    const refused = refusal(new UnauthorizedError({ method, path: METRICS_PATH }, 401, 'Send the metrics token'));
    const challenge = { 'www-authenticate': 'Bearer realm="Quarry metrics"' };
    return toResponse({ ...refused, headers: { ...refused.headers, ...challenge } });
  }
  const text = renderMetrics(await readMetrics(sources));
  return new Response(text, { headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' } });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** All metrics; those of the embedded node have no values if there is none, or if it was stopped. */
export async function readMetrics({
  node,
  responses,
  startedAt,
  followed,
  process
}: MetricsSources): Promise<Metric[]> {
  const cpu = process.cpuUsage();
  return [
    gauge('quarry_build_info', 'Version of Quarry; always 1.', [{ value: 1, labels: { version: NODE_VERSION } }]),
    gauge('process_start_time_seconds', 'Start time of the process, in Unix seconds.', [{ value: startedAt }]),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', [{ value: process.memoryUsage().rss }]),
    counter('process_cpu_seconds_total', 'CPU time used by the process.', [
      { value: (cpu.user + cpu.system) / 1_000_000 }
    ]),
    counter(
      'quarry_http_responses_total',
      'Responses of the app by status class; static files are not counted.',
      responses.all.map(([status, value]) => ({ value, labels: { class: status } }))
    ),
    gauge(
      'quarry_followed_nodes',
      'Remote nodes whose tips this server follows, by its role in the cluster; absent without a cluster.',
      Object.entries(followed ?? {}).map(([role, value]) => ({ value, labels: { role } }))
    ),
    ...nodeMetrics(node, await node?.figures())
  ];
}

function nodeMetrics(node: MetricsSources['node'], figures: NodeFigures | undefined): Metric[] {
  const one = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
  const mined = figures?.minedBlocks;
  const peers = figures?.peers;
  return [
    gauge(
      'quarry_node_up',
      'Whether the embedded node is running; absent without an embedded node.',
      node ? one(figures ? 1 : 0) : []
    ),
    gauge(
      'quarry_node_info',
      'Network of the embedded node; always 1.',
      node ? [{ value: 1, labels: { network: node.network } }] : []
    ),
    gauge('quarry_node_height', 'Height of the tip.', one(figures?.height)),
    gauge('quarry_node_headers_height', 'Height of the best validated header.', one(figures?.headersHeight)),
    gauge('quarry_node_tip_timestamp_seconds', 'Timestamp of the tip, in Unix seconds.', one(figures?.tipTimestamp)),
    gauge('quarry_node_pool_transactions', 'Transactions in the pool.', one(figures?.poolTransactions)),
    gauge('quarry_node_pool_weight', 'Total weight of the transactions in the pool.', one(figures?.poolWeight)),
    gauge('quarry_node_disk_free_bytes', 'Free space on the disk that stores the chain.', one(figures?.freeBytes)),
    gauge(
      'quarry_mining_blocks',
      'Blocks that miners submitted to this node, by whether they are on the best chain.',
      mined
        ? [
            { value: mined.best, labels: { outcome: 'best' } },
            { value: mined.stale, labels: { outcome: 'stale' } }
          ]
        : []
    ),
    gauge('quarry_mining_cpu_hashes_per_second', 'Hash rate of the node’s CPU miner.', one(figures?.hashesPerSecond)),
    gauge(
      'quarry_peers',
      'Connections to other nodes, by direction.',
      peers
        ? [
            { value: peers.inbound, labels: { direction: 'inbound' } },
            { value: peers.outbound, labels: { direction: 'outbound' } }
          ]
        : []
    ),
    counter('quarry_peers_received_bytes_total', 'Bytes received from other nodes.', one(peers?.receivedBytes)),
    counter('quarry_peers_sent_bytes_total', 'Bytes sent to other nodes.', one(peers?.sentBytes))
  ];
}

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name,
  type: 'gauge',
  help,
  samples
});

const counter = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name,
  type: 'counter',
  help,
  samples
});
