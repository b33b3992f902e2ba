import { AppError } from "../../../src/platform/lib/errors.ts";

/** Runs what must fail with an `AppError`, and gives its code and detail. */
export async function failureOf(action: () => unknown): Promise<{ code: string; detail: string }> {
  try {
    await action();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.message };
    throw error;
  }
  throw new Error("It was expected to fail and did not.");
}
