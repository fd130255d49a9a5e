import { detectEngines, openEngine } from '$lib/gpu/engines';
import { Benchmark } from './benchmark.svelte';

/** The benchmark of this device's engines. */
export const openBenchmark = (): Benchmark => new Benchmark({ detectEngines, openGrinder: openEngine });
