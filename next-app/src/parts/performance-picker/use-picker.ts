"use client";

import { useEffect, useReducer } from "react";
import { call } from "@/api/call";
import type { Outcome } from "@/api/outcome";
import type { PerformanceDetail } from "@/api/types";
import { defaults } from "@/text/defaults";
import { initial, type PickerEvent, type Question, questionKey, reduce, wanted } from "./picker-state";
import type { Sale } from "./sale";

/** The picker's machine, and the calls that answer its questions. */
export function usePicker(productId: string, sale: Sale) {
  const [state, dispatch] = useReducer(reduce, initial);
  const question = wanted(state);
  const asked = question === null ? null : questionKey(question);

  useEffect(() => {
    if (asked === null) return;
    let left = false;
    answer(productId, sale, JSON.parse(asked) as Question).then((event) => {
      if (!left) dispatch(event);
    });
    return () => {
      left = true;
    };
  }, [asked, productId, sale]);

  return { state, dispatch, loading: question };
}

async function answer(productId: string, sale: Sale, question: Question): Promise<PickerEvent> {
  switch (question.kind) {
    case "performances": {
      const outcome = await call((api) =>
        api.POST("/performance/product-date-performance", {
          body: { ...sale, productId, date: question.date },
        }),
      );
      return outcome.ok
        ? { type: "performancesLoaded", question, performances: outcome.answer }
        : { type: "failed", question, message: outcome.message };
    }
    case "detail": {
      const detail = detailOf(
        await call((api) =>
          api.POST("/performance/performance-detail", {
            body: { ...sale, productId, performanceIds: question.performanceIds },
          }),
        ),
      );
      return typeof detail === "string"
        ? { type: "failed", question, message: detail }
        : { type: "detailLoaded", question, detail };
    }
    case "section":
    case "seat": {
      const [performanceId = ""] = question.performanceIds;
      const detail = detailOf(
        await call((api) =>
          question.kind === "section"
            ? api.POST("/performance/show-category-detail", {
                body: { ...sale, productId, performanceId, showCategoryId: question.showCategoryId },
              })
            : api.POST("/performance/seat-detail", {
                body: { ...sale, productId, performanceId, seatId: question.seatId },
              }),
        ),
      );
      return typeof detail === "string"
        ? { type: "failed", question, message: detail }
        : { type: "placeLoaded", question, variants: detail.productVariants };
    }
  }
}

/** The detail, or the words that say why there is none. */
function detailOf(outcome: Outcome<{ value?: PerformanceDetail }>): PerformanceDetail | string {
  if (!outcome.ok) return outcome.message;
  return outcome.answer.value ?? defaults["picker.none"];
}
