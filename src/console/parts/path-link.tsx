import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link within the console to a page that is named by its path alone; others open as links do. */
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
