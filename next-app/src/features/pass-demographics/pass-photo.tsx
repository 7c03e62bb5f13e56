"use client";

import { lazy, Suspense, useState } from "react";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

const loadDialog = () => import("./photo-dialog");
const PhotoDialog = lazy(loadDialog);

type Props = {
  passId: string;
  /** The accessible name of the passholder. */
  name: string;
  /** Whether the shop already has a photo. */
  hasPhoto: boolean;
  /** Called after the server has received a photo. */
  onUploaded: () => void;
};

/** A passholder's photo, if there is one, and the button to upload one. A photo is optional. */
export function PassPhoto({ passId, name, hasPhoto, onUploaded }: Props) {
  const t = useText(passDemographicsTexts);
  const [isOpen, setOpen] = useState(false);
  // The number of uploads. It changes the address of the photo, so that the browser loads a new photo.
  const [refresh, setRefresh] = useState(0);

  return (
    <div className="flex flex-wrap items-center gap-4">
      {hasPhoto ? (
        <img
          src={`/api/cart/pass/${encodeURIComponent(passId)}/image?refresh=${refresh}`}
          alt={t("pass-demographics.picture-of", { name })}
          width={96}
          height={96}
          className="size-24 rounded-button border border-line object-cover"
        />
      ) : null}
      <div className="grid justify-items-start gap-1">
        <Button
          type="button"
          appearance="secondary"
          aria-label={t("pass-demographics.picture-upload-of", { name })}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setOpen(true)}
        >
          {t("pass-demographics.picture-upload")}
        </Button>
        <p className="text-sm text-ink-2">{t("pass-demographics.picture-optional")}</p>
      </div>
      <Suspense>
        {isOpen ? (
          <PhotoDialog
            passId={passId}
            name={name}
            onClose={() => setOpen(false)}
            onUploaded={() => {
              setOpen(false);
              setRefresh((count) => count + 1);
              onUploaded();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
