import { Link } from "@tanstack/react-router";

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <section>
      <h1>No page at this address</h1>
      <p>
        <Link to="/">Analyse a report</Link>, look for it among the{" "}
        <Link to="/sessions">sessions</Link>, or press <kbd>Ctrl K</kbd> and type what you look for.
      </p>
    </section>
  );
}
