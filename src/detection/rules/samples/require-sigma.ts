import { AppError } from "../../../platform/lib/errors.ts";
import type { RuleLanguage } from "../../languages/vocabulary.ts";

/** @throws AppError `validation_error` for a language that cannot run here */
export function requireSigma(language: RuleLanguage): void {
  if (language === "sigma") return;
  throw new AppError(
    "validation_error",
    `Only Sigma rules can be run on events; this one is ${language.toUpperCase()}, which its own platform runs.`,
  );
}
