import type en from '../en/speedLimits';

export default {
  current: 'Aktuelle Limits: Download <download/>, Upload <upload/>.',
  unlimited: 'unbegrenzt',
  download: 'Download-Limit',
  upload: 'Upload-Limit',
  saved: 'Limits gespeichert.',
  notSaved: 'Die Limits wurden nicht gespeichert'
} satisfies typeof en;
