import type { ShowCategory } from "@/api/types";
import type { Translate } from "@/text/texts";
import { Picture } from "@/ui/picture";

/** What the stage looks like from a section. Renders nothing if the operator has no picture of it. */
export function SectionView({ t, section }: { t: Translate<"picker">; section: ShowCategory | undefined }) {
  if (!section?.view) return null;
  return (
    <figure className="grid gap-1.5 pt-2">
      <Picture
        picture={section.view}
        sizes="(min-width: 1024px) 352px, 100vw"
        className="h-auto w-full rounded-field"
      />
      <figcaption className="text-sm text-ink-2">
        {t("picker.section-view", { section: section.name })}
      </figcaption>
    </figure>
  );
}
