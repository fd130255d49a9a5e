import { text, type ErrorTexts } from '../../errorText';

export default {
  'hardware/declined': text(
    'Declined on the device',
    'Nothing was signed. To sign, try again and confirm on the device.'
  ),
  'hardware/blind-signing-off': text(
    'The device rejected the request',
    'Enable blind signing in the app’s settings, then sign again.'
  ),
  'hardware/app-failed': text('The app on the device failed', 'Close it there, open it again, and retry.'),
  'hardware/unsupported': text(
    'The app cannot sign this',
    'This version does not support this kind of transaction. Sign its hash instead, or update the app.'
  ),
  'hardware/outdated-app': text('The app is too old', 'Update it on the device.'),
  'hardware/app-closed': text('The app is not open', 'Open the app for this coin on the device, then retry.'),
  'hardware/locked': text('The device is locked', 'Unlock it with its PIN, then retry.'),
  'hardware/system': text('The device is not responding properly', 'Unplug it, plug it in again, and retry.'),
  'hardware/disconnected': text(
    'No device found',
    'Plug it in, open the app for this coin on it, and choose it in the list that the browser shows.'
  ),
  'hardware/no-browser-support': text(
    'This browser cannot reach the device',
    'Use a Chromium browser on a computer, on localhost or an https address.'
  ),
  'hardware/wrong-answer': text(
    'Unexpected response from the device',
    'The key or signature is not the expected one. Connect the device whose keys this wallet watches.'
  )
} satisfies ErrorTexts<`hardware/${string}`>;
