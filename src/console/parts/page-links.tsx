import controls from "./controls.module.css";

interface Props {
  /** From 1. */
  page: number;
  pages: number;
  /** What there is in all, such as "12 values". */
  total: string;
  onPage: (page: number) => void;
}

/** The pages of a long list. */
export function PageLinks({ page, pages, total, onPage }: Props) {
  const step = (name: string, to: number) => (
    <button
      type="button"
      className={controls.button}
      disabled={to < 1 || to > pages}
      onClick={() => onPage(to)}
    >
      {name}
    </button>
  );
  return (
    <nav aria-label="Pages of the list" className={controls.line}>
      <span role="status">{total}</span>
      {pages > 1 ? (
        <>
          {step("Previous page", page - 1)}
          <span>
            Page {page} of {pages}
          </span>
          {step("Next page", page + 1)}
        </>
      ) : null}
    </nav>
  );
}
