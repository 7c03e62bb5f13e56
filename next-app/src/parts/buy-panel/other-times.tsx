import type { OtherTime } from "@/api/types";
import { unbroken } from "@/lib/dates";
import { Button } from "@/ui/button";

type Props = { times: OtherTime[]; onChoose: (time: OtherTime) => void };

/** The times that have room for the party whose time is full, each with a button that chooses it. */
export default function OtherTimes({ times, onChoose }: Props) {
  return (
    <ul className="flex flex-wrap gap-2 pt-3">
      {times.map((time) => (
        <li key={time.performanceId}>
          <Button appearance="secondary" onClick={() => onChoose(time)}>
            {unbroken(time.name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
