import type en from '../../en/shell/shortcuts';

export default {
  title: 'Tastenkürzel',
  search: 'Suchen',
  list: 'Diese Liste',
  singleKeys: 'Einzelne Tasten',
  singleKeysHint:
    'Aus: Nur Strg K und ? funktionieren. Schalten Sie einzelne Tasten aus, wenn Sie Spracheingabe verwenden.'
} satisfies typeof en;
