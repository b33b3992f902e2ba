import { Link } from "@tanstack/react-router";

/** The service's limit for a search. A longer value is found by its beginning. */
const MAX_CHARS = 100;

/** Links to the observables that begin with a value. */
export function ObservableLink({
  value,
  className,
}: {
  value: string;
  className: string | undefined;
}) {
  return (
    <Link to="/observables" search={{ q: searchFor(value) }} className={className}>
      {value}
    </Link>
  );
}

/** Returns a search that finds a value. Half of a character finds nothing. */
export function searchFor(value: string): string {
  return value
    .slice(0, MAX_CHARS)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
