import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { previewSource, type Source } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../sources.module.css";
import { PreviewedFeed } from "./previewed-feed.tsx";
import { SaveForm } from "./save-form.tsx";

const MAX_URL = 2_048;

/** Adds a source: an address is pasted, its feed is found and shown, and only then stored. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState("");
  const preview = useMutation({ mutationFn: previewSource });
  const [added, setAdded] = useState<Source | null>(null);
  const find = (url: string) => {
    setAddress(url);
    setAdded(null);
    preview.mutate(url);
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
        isFinding={preview.isPending}
        onAddress={setAddress}
        onFind={() => find(address.trim())}
        onClose={onClose}
      >
        {preview.isPending ? "Looking for the feed." : null}
        {added === null ? null : <Added source={added} />}
      </AddressForm>
      {preview.isError ? <ErrorPane error={preview.error} /> : null}
      {preview.data === undefined || preview.isPending || added !== null ? null : (
        <>
          <PreviewedFeed preview={preview.data} onOther={find} />
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
            <Known sourceId={preview.data.source_id} />
          )}
        </>
      )}
    </section>
  );
}

interface AddressProps {
  address: string;
  isFinding: boolean;
  onAddress: (address: string) => void;
  onFind: () => void;
  onClose: () => void;
  /** What is said of the search. */
  children: ReactNode;
}

function AddressForm(props: AddressProps) {
  const { address, isFinding, onAddress, onFind, onClose, children } = props;
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
        aria-label="Address of a site or feed"
        placeholder="Address of a site or feed, such as blog.example.com"
        maxLength={MAX_URL}
        value={address}
        onChange={({ target }) => onAddress(target.value)}
      />
      <button
        type="submit"
        className={controls.primary}
        disabled={isFinding || address.trim() === ""}
      >
        Find the feed
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

function Known({ sourceId }: { sourceId: string }) {
  return (
    <p>
      This feed is already a source.{" "}
      <Link to="/intake/sources/$id" params={{ id: sourceId }}>
        Open the source
      </Link>
    </p>
  );
}
