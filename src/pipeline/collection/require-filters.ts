import { AppError } from "../../platform/lib/errors.ts";
import { SOURCE_KIND_TABLE } from "./kinds/kinds.ts";
import { FILTERS, type Filters, type SourceKind } from "./vocabulary.ts";

/** Rejects filters that a kind of source does not support. @throws AppError `validation_error` */
export function requireFilters(kind: SourceKind, filters: Filters): void {
  const known = SOURCE_KIND_TABLE[kind].filters;
  const errors = FILTERS.filter((name) => filters[name] !== undefined && !known.includes(name)).map(
    (name) => ({
      pointer: `/filters/${name}`,
      detail: `A source of the kind ${kind} has no filter "${name}". ${listOf(known)}`,
    }),
  );
  const [first] = errors;
  if (first !== undefined) throw new AppError("validation_error", first.detail, { errors });
}

function listOf(known: readonly string[]): string {
  return known.length === 0 ? "It has none." : `It has: ${known.join(", ")}.`;
}
