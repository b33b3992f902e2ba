import { Link } from "@tanstack/react-router";

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <p>
      There is no page at this address. <Link to="/">Analyse a report</Link>, or look for it among
      the <Link to="/sessions">sessions</Link>.
    </p>
  );
}
