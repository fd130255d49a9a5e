export default {
  pause: 'Pause',
  play: 'Play',
  previous: 'Previous',
  next: 'Next',
  frameOf: (frame: number, all: number) => `Frame ${frame} of ${all}`,
  speed: 'Playback speed',
  speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast' },
  camera: 'Camera view',
  cameraRefused: 'Camera access was denied. Allow it in the address bar, or paste the text or use a file.',
  insecure: 'Browsers provide the camera only over HTTPS or on the computer itself. Paste the text or use a file.',
  noCamera: 'No camera is available. Paste the text or use a file.'
};
