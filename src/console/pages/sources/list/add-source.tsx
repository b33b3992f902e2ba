import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { previewSource, type Source, type SourceKind } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { KIND_NAMES, KINDS } from "../kinds.ts";
import styles from "../sources.module.css";
import { PreviewedSource } from "./previewed-source.tsx";
import { SaveForm } from "./save-form.tsx";

const MAX_URL = 2_048;

/** Adds a source: finds and previews the source of a pasted address, then stores it. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState("");
  const [kind, setKind] = useState<SourceKind | null>(null);
  const preview = useMutation({ mutationFn: previewSource });
  const [added, setAdded] = useState<Source | null>(null);
  const find = (url: string) => {
    setAddress(url);
    setAdded(null);
    preview.mutate({ url, ...(kind !== null && { kind }) });
  };
  return (
    <section
      aria-label="New source"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <AddressForm
        address={address}
        kind={kind}
        onKind={setKind}
        isFinding={preview.isPending}
        onAddress={setAddress}
        onFind={() => find(address.trim())}
        onClose={onClose}
      >
        {preview.isPending ? "Looking for the source." : null}
        {added === null ? null : <Added source={added} />}
      </AddressForm>
      {preview.isError ? <ErrorPane error={preview.error} /> : null}
      {preview.data === undefined || preview.isPending || added !== null ? null : (
        <>
          <PreviewedSource preview={preview.data} onOther={find} />
          {preview.data.source_id === null ? (
            <SaveForm
              key={preview.data.url}
              preview={preview.data}
              onAdded={(source) => {
                setAdded(source);
                setAddress("");
              }}
            />
          ) : (
            <Known noun={KINDS[preview.data.kind].noun} sourceId={preview.data.source_id} />
          )}
        </>
      )}
    </section>
  );
}

interface AddressProps {
  address: string;
  /** Null for every kind. */
  kind: SourceKind | null;
  onKind: (kind: SourceKind | null) => void;
  isFinding: boolean;
  onAddress: (address: string) => void;
  onFind: () => void;
  onClose: () => void;
  /** The messages of the search. */
  children: ReactNode;
}

function AddressForm(props: AddressProps) {
  const { address, kind, isFinding, onAddress, onKind, onFind, onClose, children } = props;
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== "") onFind();
      }}
    >
      <input
        autoFocus
        className={`${controls.field} ${styles.grow}`}
        aria-label="Address of a site, feed or server"
        placeholder="Address of a site, feed, TAXII server or MISP"
        maxLength={MAX_URL}
        value={address}
        onChange={({ target }) => onAddress(target.value)}
      />
      <select
        className={controls.field}
        aria-label="Kind of source"
        value={kind ?? ""}
        onChange={({ target }) =>
          onKind(KIND_NAMES.find(([name]) => name === target.value)?.[0] ?? null)
        }
      >
        <option value="">Any kind</option>
        {KIND_NAMES.map(([name, words]) => (
          <option key={name} value={name}>
            {words.name}
          </option>
        ))}
      </select>
      <button
        type="submit"
        className={controls.primary}
        disabled={isFinding || address.trim() === ""}
      >
        Find the source
      </button>
      <button type="button" className={controls.button} onClick={onClose}>
        Close
      </button>
      <span role="status">{children}</span>
    </form>
  );
}

function Added({ source: { id, name } }: { source: Source }) {
  return (
    <>
      <Link to="/intake/sources/$id" params={{ id }}>
        <bdi>
          <VisibleText text={name} />
        </bdi>
      </Link>{" "}
      is added. Its first run has started.
    </>
  );
}

function Known({ noun, sourceId }: { noun: string; sourceId: string }) {
  return (
    <p>
      This {noun} is already a source.{" "}
      <Link to="/intake/sources/$id" params={{ id: sourceId }}>
        Open the source
      </Link>
    </p>
  );
}
