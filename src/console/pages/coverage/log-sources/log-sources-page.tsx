import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { inventoryQuery, type LogInventory, type LogSourceEntry } from "../../../api/coverage.ts";
import { EmptyState } from "../../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useKeys } from "../../../parts/use-keys.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../coverage-page.module.css";
import { DettectFiles } from "./dettect-files.tsx";
import { newEntry, useDraft } from "./draft.ts";
import { EntryEditor } from "./entry-editor.tsx";
import { EntryTable } from "./entry-table.tsx";
import { FindSource, FIND_ID } from "./find-source.tsx";
import { SaveBar } from "./save-bar.tsx";

const route = getRouteApi("/coverage/log-sources");
const HELP: KeyHelp = { title: "Log sources", keys: [["/", "Search in the release"]] };
const KEYS = { "/": () => document.getElementById(FIND_ID)?.focus() };

/** The entry being edited, by its index, or a new one. */
interface Editing {
  place: number | null;
  entry: LogSourceEntry;
}

/** The team's log sources: search the release, list, save, and exchange as DeTT&CT file. */
export function LogSourcesPage() {
  const asked = useQuery(inventoryQuery);
  useKeyHelp(HELP);
  useKeys(KEYS);
  return (
    <Page
      title="Log sources"
      lead={
        <>
          The logs you collect. A rule detects a technique only if its data is collected.{" "}
          {asked.data === undefined ? null : <LastChange inventory={asked.data} />}
        </>
      }
      wide
    >
      <div className={styles.page}>
        {asked.isError ? (
          <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
        ) : null}
        {asked.isPending ? <Skeleton what="the log sources" lines={10} /> : null}
        {asked.data === undefined ? null : <Inventory stored={asked.data} />}
      </div>
    </Page>
  );
}

function LastChange({ inventory: { entries, updated_at: at, updated_by: by } }: Named) {
  return (
    <span className={styles.quiet}>
      {entries.length === 1 ? "1 entry" : `${entries.length} entries`}
      {at === null ? "." : `, last changed by ${by} on ${formatTime(at)}.`}
    </span>
  );
}

interface Named {
  inventory: LogInventory;
}

function Inventory({ stored }: { stored: LogInventory }) {
  const { search = "", domain, version } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const draft = useDraft(stored);
  // Unsaved changes of an analyst in this browser are not shown to a viewer.
  const { entries } = mayChange ? draft : stored;
  const { editing, setEditing, close, save } = useEditing(draft);
  return (
    <>
      {mayChange ? <SaveBar stored={stored} draft={draft} /> : null}
      {stored.warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <VisibleText text={warning} />
        </p>
      ))}
      <FindSource
        search={search}
        release={{ domain, version }}
        entries={entries}
        mayChange={mayChange}
        onSearch={(text) =>
          void navigate({
            search: (now) => ({ ...now, search: text || undefined }),
            replace: true,
            resetScroll: false,
          })
        }
        onAdd={(kind, name) => setEditing({ place: null, entry: newEntry(kind, name) })}
      />
      {mayChange && editing !== null ? (
        <EntryEditor
          key={`${editing.place} ${editing.entry.name}`}
          entry={editing.entry}
          isNew={editing.place === null}
          release={{ domain, version }}
          onSave={save}
          onClose={close}
        />
      ) : null}
      <Entries
        entries={entries}
        unknown={stored.unknown_names}
        mayChange={mayChange}
        onEdit={(place, entry) => setEditing({ place, entry })}
        onRemove={(place) => draft.change(entries.filter((_, index) => index !== place))}
      />
      <DettectFiles mayChange={mayChange} isDraft={draft.draft !== null} stored={stored} />
    </>
  );
}

/** Returns the entry being edited, and where it goes. */
function useEditing({ entries, change }: ReturnType<typeof useDraft>) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const close = () => {
    setEditing(null);
    document.getElementById(FIND_ID)?.focus();
  };
  const save = (entry: LogSourceEntry) => {
    const place = editing?.place ?? null;
    const changed = entries.map((one, index) => (index === place ? entry : one));
    change(place === null ? [...entries, entry] : changed);
    close();
  };
  return { editing, setEditing, close, save };
}

function Entries(props: Parameters<typeof EntryTable>[0]) {
  if (props.entries.length > 0) return <EntryTable {...props} />;
  return (
    <EmptyState title="No log source is collected yet.">
      {props.mayChange
        ? "Search above for what you collect, such as Sysmon, and add it, or import a DeTT&CT file below."
        : "An analyst can add what you collect."}
    </EmptyState>
  );
}
