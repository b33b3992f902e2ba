import { DEFAULT_DOMAIN } from "../../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { CoverageInputs } from "./read-inputs.ts";

/**
 * Returns the domain of the requested techniques: the given one, else that of the sessions and layers, else Enterprise.
 * @throws AppError `validation_error` if sessions and layers belong to several
 */
export function agreeOnDomain(
  { sessions, layers }: Pick<CoverageInputs, "sessions" | "layers">,
  given: string | undefined,
): string {
  if (given !== undefined) return given;
  const [first = DEFAULT_DOMAIN, ...others] = new Set(
    [...sessions, ...layers].map(({ domain }) => domain),
  );
  if (others.length === 0) return first;
  const detail = `Sessions and layers are of ${[first, ...others].join(" and ")}; give 'domain'.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/domain", detail }] });
}
