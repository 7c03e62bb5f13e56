// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { useReducer, useState } from "react";
import { expect, test } from "vitest";
import type { Variant } from "@/api/types";
import { initial, reduce } from "@/parts/performance-picker/picker-state";
import type { Quantities } from "./order-state";
import { choicesOf, useStoredChoices } from "./use-stored-choices";

const adult = { extProductVariantId: "adult" } as Variant;

test("choices from before a reset can be made again, including quantities", () => {
  const { result } = renderHook(() => {
    const [state, dispatch] = useReducer(reduce, initial);
    const [quantities, setQuantities] = useState<Quantities>({});
    const variants = state.date ? [adult] : null;
    const input = { productId: null, day: null, state, variants, quantities };
    const repeating = useStoredChoices({ ...input, dispatch, setQuantities });
    return { state, dispatch, quantities, setQuantities, repeating };
  });
  act(() => result.current.dispatch({ type: "dateChosen", date: "2026-12-05" }));
  // The day has no times, so there is no further step.
  const answered = () =>
    result.current.dispatch({
      type: "performancesLoaded",
      question: { kind: "performances", date: "2026-12-05", groupSize: 1 },
      performances: [],
    });
  act(answered);
  act(() => result.current.setQuantities({ adult: { value: 2, typed: null } }));
  const choices = choicesOf(result.current.state, result.current.quantities);
  act(() => {
    result.current.repeating.stop();
    result.current.setQuantities({});
    result.current.dispatch({ type: "reopened", step: { kind: "date" } });
  });
  expect(result.current.state.date).toBeNull();

  act(() => result.current.repeating.again(choices));
  expect(result.current.state.date).toBe("2026-12-05");
  act(answered);
  expect(result.current.quantities).toEqual({ adult: { value: 2, typed: null } });
});

test("the day of the address is chosen, but the choices made on the page before take precedence", () => {
  const opened = (day: string) =>
    renderHook(() => {
      const [state, dispatch] = useReducer(reduce, initial);
      const nothing = { variants: null, quantities: {} };
      const setters = { dispatch, setQuantities: () => {} };
      useStoredChoices({ productId: "tour", day, state, ...nothing, ...setters });
      return { state, dispatch };
    }).result;
  const first = opened("2026-12-05");
  expect(first.current.state.date).toBe("2026-12-05");
  act(() =>
    first.current.dispatch({
      type: "performancesLoaded",
      question: { kind: "performances", date: "2026-12-05", groupSize: 1 },
      performances: [],
    }),
  );
  act(() => first.current.dispatch({ type: "dateChosen", date: "2026-12-06" }));
  expect(opened("2026-12-05").current.state.date).toBe("2026-12-06");
});
