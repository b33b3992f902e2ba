import { useRouter } from "@tanstack/react-router";

/** Leads to the page of a group. */
export function GroupLink({ id }: { id: string | undefined }) {
  const { history } = useRouter();
  if (id === undefined) return null;
  const href = `/groups/${id}`;
  return (
    <a
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {id}
    </a>
  );
}
