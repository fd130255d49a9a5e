export default {
  current: 'Current limits: download <download/>, upload <upload/>.',
  unlimited: 'unlimited',
  download: 'Download limit',
  upload: 'Upload limit',
  saved: 'Speed limits saved.',
  notSaved: 'The speed limits were not saved'
};
