import type { FindResult } from "@/api/types";
import { wordsField } from "@/lib/routes";
import { maxWordsLength, type Wanted } from "@/lib/wanted";
import type { Translate } from "@/text/texts";
import { buttonClass } from "@/ui/button";
import { fieldClass } from "@/ui/field-class";

type Props = {
  t: Translate<"find">;
  wanted: Pick<Wanted, "date" | "words">;
  /** The first and the last day that can be chosen; null if nothing is sold for a day. */
  range: { first: string; last: string } | null;
};

/** The days that can be chosen; null in a shop that sells nothing for a day, such as only passes. */
export function rangeOf({ days, today, lastDate }: Pick<FindResult, "days" | "today" | "lastDate">) {
  return days.length > 0 ? { first: today, last: lastDate } : null;
}

/** The fields for words and a day, and the button. They are part of a form that opens the page `/find`. */
export function WordsAndDate({ t, wanted, range }: Props) {
  // The columns have fixed widths: a field is not to move when the browser has read the HTML of the next one.
  // Browsers do not shrink the field for a day, so it has a line for itself on the narrowest phones.
  return (
    <div className="grid grid-cols-1 items-end gap-3 min-[22rem]:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_11rem_10rem]">
      <label
        className={`grid gap-1.5 text-sm font-semibold ${range ? "max-sm:col-span-full" : "sm:col-span-2"}`}
      >
        {t("find.words")}
        <input
          id={wordsField}
          type="search"
          name="words"
          defaultValue={wanted.words}
          maxLength={maxWordsLength}
          autoComplete="off"
          enterKeyHint="search"
          className={`${fieldClass} font-normal`}
        />
      </label>
      {range ? (
        <label className="grid min-w-0 gap-1.5 text-sm font-semibold">
          {t("find.date")}
          <input
            type="date"
            name="date"
            defaultValue={wanted.date}
            min={range.first}
            max={range.last}
            className={`${fieldClass} font-normal`}
          />
        </label>
      ) : null}
      <button type="submit" className={buttonClass("primary")}>
        {t("find.submit")}
      </button>
    </div>
  );
}
