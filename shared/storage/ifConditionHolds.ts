import { ConditionFailed } from './table.ts';

/** Waits for a write. @returns whether its condition held */
export async function ifConditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
