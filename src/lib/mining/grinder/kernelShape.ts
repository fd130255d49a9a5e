/** How a GPU dispatch is cut up. Which is best depends on the adapter and its driver, and is measured. */
export interface KernelShape {
  /** Invocations of a workgroup. */
  readonly workgroupSize: number;
  /** Nonces that each invocation tries, one after the other. */
  readonly noncesPerInvocation: number;
}

/** Best or equal on all adapters tried so far. */
export const DEFAULT_SHAPE: KernelShape = { workgroupSize: 64, noncesPerInvocation: 1 };

/** What else is worth measuring: the sizes of known hardware's waves, and longer invocations. */
export const SHAPES: readonly KernelShape[] = [
  DEFAULT_SHAPE,
  { workgroupSize: 32, noncesPerInvocation: 1 },
  { workgroupSize: 128, noncesPerInvocation: 1 },
  { workgroupSize: 256, noncesPerInvocation: 1 },
  { workgroupSize: 64, noncesPerInvocation: 16 },
  { workgroupSize: 128, noncesPerInvocation: 8 }
];

/** A stored value as a shape, or undefined when it is none of those measured here. */
export function parseShape(stored: unknown): KernelShape | undefined {
  const { workgroupSize, noncesPerInvocation } = (stored ?? {}) as Partial<KernelShape>;
  return SHAPES.find(
    (shape) => shape.workgroupSize === workgroupSize && shape.noncesPerInvocation === noncesPerInvocation
  );
}
