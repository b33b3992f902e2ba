import { Link } from "@tanstack/react-router";
import controls from "../../parts/controls.module.css";
import { Page } from "../../parts/page/page.tsx";
import { SEARCH_KEYS } from "./search-keys.ts";

/** Shown for unknown addresses. */
export function NotFound() {
  return (
    <Page
      title="Page not found"
      lead="Nothing has this address. It may be mistyped, or the page was deleted."
      action={
        <Link to="/" className={controls.primary}>
          Go to Home
        </Link>
      }
    >
      <p>
        You can also search the <Link to="/sessions">reports</Link>, or press{" "}
        <kbd>{SEARCH_KEYS}</kbd> and type what you are looking for.
      </p>
    </Page>
  );
}
