"use client";

import { useEffect, useReducer } from "react";
import { call } from "@/api/call";
import type { Refusal } from "@/api/outcome";
import { pickerTexts } from "@/text/areas/picker";
import { initial, nextQuestion, type PickerEvent, type Question, questionKey, reduce } from "./picker-state";
import type { Sale } from "./sale";

/** Runs the picker's state machine and makes the calls that it asks for. */
export function usePicker(productId: string, sale: Sale) {
  const [state, dispatch] = useReducer(reduce, initial);
  const question = nextQuestion(state);
  const key = question === null ? null : questionKey(question);

  useEffect(() => {
    if (key === null) return;
    let left = false;
    answer(productId, sale, JSON.parse(key) as Question).then((event) => {
      if (!left) dispatch(event);
    });
    return () => {
      left = true;
    };
  }, [key, productId, sale]);

  return { state, dispatch, loading: question };
}

async function answer(productId: string, sale: Sale, question: Question): Promise<PickerEvent> {
  switch (question.kind) {
    case "performances": {
      const outcome = await call((api) =>
        api.POST("/performance/product-date-performance", {
          body: { ...sale, productId, date: question.date, groupSize: question.groupSize },
        }),
      );
      return outcome.ok
        ? { type: "performancesLoaded", question, performances: outcome.answer.value ?? [] }
        : unanswered(question, outcome);
    }
    case "detail": {
      const outcome = await call((api) =>
        api.POST("/performance/performance-detail", {
          body: {
            ...sale,
            productId,
            performanceIds: question.performanceIds,
            performanceId: question.performanceId,
            productVariantIds: question.variantIds,
            groupSize: question.groupSize,
          },
        }),
      );
      if (!outcome.ok) return unanswered(question, outcome);
      const detail = outcome.answer.value;
      return detail
        ? { type: "detailLoaded", question, detail }
        : { type: "failed", question, message: pickerTexts["picker.none"] };
    }
    case "section": {
      const { performanceId, performanceIds, showCategoryId } = question;
      const outcome = await call((api) =>
        api.POST("/performance/show-category-detail", {
          body: { ...sale, productId, performanceId, performanceIds, showCategoryId },
        }),
      );
      return outcome.ok
        ? { type: "placeLoaded", question, variants: outcome.answer.value?.productVariants ?? [] }
        : unanswered(question, outcome);
    }
  }
}

/** A call that failed may be repeated. A refusal of the chosen times is final. */
function unanswered(question: Question, { status, message }: Refusal): PickerEvent {
  const isFinal = status === 200 && question.kind !== "performances";
  return { type: isFinal ? "refused" : "failed", question, message };
}
