"use client";

import { lazy, Suspense, useState } from "react";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";

const loadDialog = () => import("./picture-dialog");
const PictureDialog = lazy(loadDialog);

type Props = {
  passId: string;
  /** The accessible name of the passholder. */
  name: string;
  /** Whether the shop already has a picture. */
  kept: boolean;
  /** Called when the shop has received one. */
  onKept: () => void;
};

/** A passholder's picture, if there is one, and the button to upload one. A picture is optional. */
export function PictureBlock({ passId, name, kept, onKept }: Props) {
  const t = useText(passDemographicsTexts);
  const [asked, setAsked] = useState(false);
  // Counted so that a new picture at the same address is loaded.
  const [refresh, setRefresh] = useState(0);

  return (
    <div className="flex flex-wrap items-center gap-4">
      {kept ? (
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
          look="secondary"
          aria-label={t("pass-demographics.picture-upload-of", { name })}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setAsked(true)}
        >
          {t("pass-demographics.picture-upload")}
        </Button>
        <p className="text-sm text-ink-2">{t("pass-demographics.picture-optional")}</p>
      </div>
      <Suspense>
        {asked ? (
          <PictureDialog
            passId={passId}
            name={name}
            onClose={() => setAsked(false)}
            onKept={() => {
              setAsked(false);
              setRefresh((count) => count + 1);
              onKept();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
