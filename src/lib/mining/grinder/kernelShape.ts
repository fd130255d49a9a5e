/** How a GPU dispatch is divided. The best shape depends on adapter and driver, and is measured. */
export interface KernelShape {
  /** Invocations of a workgroup. */
  readonly workgroupSize: number;
  /** Nonces tried by each invocation, sequentially. */
  readonly noncesPerInvocation: number;
}

/** Best or equal on all adapters measured so far. */
export const DEFAULT_SHAPE: KernelShape = { workgroupSize: 64, noncesPerInvocation: 1 };

/** Shapes to calibrate: the wave sizes of known hardware, and longer invocations. */
export const SHAPES: readonly KernelShape[] = [
  DEFAULT_SHAPE,
  { workgroupSize: 32, noncesPerInvocation: 1 },
  { workgroupSize: 128, noncesPerInvocation: 1 },
  { workgroupSize: 256, noncesPerInvocation: 1 },
  { workgroupSize: 64, noncesPerInvocation: 16 },
  { workgroupSize: 128, noncesPerInvocation: 8 }
];

/** A stored value as a shape; undefined unless it is one of {@link SHAPES}. */
export function parseShape(stored: unknown): KernelShape | undefined {
  const { workgroupSize, noncesPerInvocation } = (stored ?? {}) as Partial<KernelShape>;
  return SHAPES.find(
    (shape) => shape.workgroupSize === workgroupSize && shape.noncesPerInvocation === noncesPerInvocation
  );
}
