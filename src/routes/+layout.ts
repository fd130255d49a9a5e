// Every page lives in the browser: GPU, workers and IndexedDB have no server twin (docs/decisions/0002).
export const ssr = false;
