/** A value, and the labels that distinguish it within its metric. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A metric with its current values. */
export interface Metric {
  /** With its unit, and `_total` for a counter. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Metrics in the text format of Prometheus; those without values are left out.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats
 */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${escapeHelp(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ value, labels }) => `${name}${renderLabels(labels)} ${value}`)
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function renderLabels(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');
