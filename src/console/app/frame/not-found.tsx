import { Link } from "@tanstack/react-router";
import { Page } from "../../parts/page/page.tsx";

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title="Page not found">
      <p>
        <Link to="/analyze">Analyze a report</Link>, search the <Link to="/sessions">reports</Link>,
        or press <kbd>Ctrl K</kbd> and type what you are looking for.
      </p>
    </Page>
  );
}
