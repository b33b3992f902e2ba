import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to a console page given only by its path. Clicks with a modifier key work as on ordinary links. */
export function PathLink({ path, children }: { path: string; children: ReactNode }) {
  const { history } = useRouter();
  return (
    <a
      href={path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.push(path);
      }}
    >
      {children}
    </a>
  );
}
