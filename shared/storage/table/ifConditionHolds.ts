import { ConditionFailed } from './table.ts';

/** Waits for a write. @throws the other error if its condition fails */
export async function unlessConditionFails<T>(
  write: Promise<T>,
  otherwise: (cause: ConditionFailed) => Error,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof ConditionFailed ? otherwise(error) : error;
  }
}

export async function ifConditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
