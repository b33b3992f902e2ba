import controls from "../../parts/controls.module.css";

interface Props {
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Selects emails saved as files. */
export function MailFiles({ isBusy, onFiles }: Props) {
  return (
    <label>
      Emails as files (.eml){" "}
      <input
        type="file"
        multiple
        className={controls.field}
        accept=".eml,message/rfc822"
        disabled={isBusy}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) onFiles(files);
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </label>
  );
}
