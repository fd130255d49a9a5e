import type en from '../../en/shell/shortcuts';

export default {
  title: 'Tastenkürzel',
  search: 'Suchen',
  list: 'Diese Liste',
  singleKeys: 'Einzelne Tasten',
  singleKeysHint: 'Aus: Nur Strg K und ? funktionieren. Schalten Sie sie aus, wenn Sie Spracheingabe verwenden.'
} satisfies typeof en;
