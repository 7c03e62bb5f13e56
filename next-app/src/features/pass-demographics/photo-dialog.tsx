"use client";

import { useEffect, useId, useRef, useState } from "react";
import { call } from "@/api/call";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { classNames } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { isPhotoFile, smaller } from "./photo-file";

type Props = { passId: string; name: string; onClose: () => void; onUploaded: () => void };

/**
 * A dialog in which photos are selected or dropped, previewed, and uploaded one after another. Each upload replaces the
 * photo before it.
 */
export default function PhotoDialog({ passId, name, onClose, onUploaded }: Props) {
  const t = useText(passDemographicsTexts);
  const { files, choose, send, isSending, problem } = useUpload(passId, onUploaded);
  return (
    <Dialog
      open
      keepsOnPress={files.length > 0}
      onClose={onClose}
      title={t("pass-demographics.picture-title", { name })}
      footer={
        <Button type="button" busy={isSending} blocked={files.length === 0} onClick={send}>
          {t("pass-demographics.picture-send")}
        </Button>
      }
    >
      <div className="grid justify-items-center gap-4">
        {problem === null ? null : (
          <div className="w-full">
            <ProblemAlert problem={problem} />
          </div>
        )}
        <DropZone files={files} onChoose={choose} />
      </div>
    </Dialog>
  );
}

/** The chosen photos and their upload. */
function useUpload(passId: string, onUploaded: () => void) {
  const t = useText(passDemographicsTexts);
  const [files, setFiles] = useState<File[]>([]);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function choose(chosen: File[]) {
    if (chosen.length === 0) return;
    const photos = chosen.filter(isPhotoFile);
    setFiles(photos);
    setProblem(photos.length < chosen.length ? t("pass-demographics.picture-kinds-only") : null);
  }

  async function send() {
    setSending(true);
    setProblem(null);
    for (const file of files) {
      const form = new FormData();
      form.append("uploadFile", await smaller(file));
      const outcome = await call((api) =>
        api.POST("/cart/pass/{id}/image", {
          params: { path: { id: passId } },
          body: { uploadFile: file.name },
          bodySerializer: () => form,
        }),
      );
      if (!outcome.ok) {
        setSending(false);
        // A refusal is shown unchanged. All other failures have the same message.
        setProblem(outcome.status === 200 ? outcome.message : t("pass-demographics.picture-failed"));
        return;
      }
    }
    setSending(false);
    onUploaded();
  }

  return { files, choose, send, isSending, problem };
}

/** The previews, and the area on which photos are dropped. A button opens the browser's file dialog. */
function DropZone({ files, onChoose }: { files: File[]; onChoose: (files: File[]) => void }) {
  const t = useText(passDemographicsTexts);
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const previews = usePreviews(files);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside also selects photos, without dropping
    <div
      data-drop-zone
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChoose([...event.dataTransfer.files]);
      }}
      className={classNames(
        "grid h-[250px] w-full max-w-[450px] place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed p-4 text-center",
        isOver ? "border-brand bg-sunken" : "border-line",
      )}
    >
      {previews.length > 0 ? (
        <ul className="flex flex-wrap justify-center gap-2">
          {previews.map(({ url, name: file }) => (
            <li key={url}>
              <img src={url} alt={file} className="h-28 w-28 rounded-button object-cover" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="max-sm:hidden">{t("pass-demographics.picture-drop")}</p>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept="image/png,image/jpeg"
        aria-label={t("pass-demographics.picture-browse")}
        aria-describedby={hint}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
      />
      <Button
        type="button"
        appearance="secondary"
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {t(previews.length > 0 ? "pass-demographics.picture-another" : "pass-demographics.picture-browse")}
      </Button>
      <p id={hint} className="text-sm text-ink-2">
        {t("pass-demographics.picture-kinds")}
      </p>
    </div>
  );
}

/** Object URLs for previews of local files. They are revoked when the files change. */
function usePreviews(files: File[]): { url: string; name: string }[] {
  const [previews, setPreviews] = useState<{ url: string; name: string }[]>([]);
  useEffect(() => {
    const made = files.map((file) => ({ url: URL.createObjectURL(file), name: file.name }));
    setPreviews(made);
    return () => {
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [files]);
  return previews;
}
