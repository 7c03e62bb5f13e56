import { classNames } from "@/ui/class-names";
import { Icon } from "@/ui/icon";

type Method = { id: string; name: string; description?: string; price?: string };

type Props = {
  name: string;
  methods: Method[];
  chosen: string;
  error?: string;
  onChoose: (id: string) => void;
};

/** A choice of one; where there is only one to choose it is said and not asked. */
export function Methods({ name, methods, chosen, error, onChoose }: Props) {
  const [only] = methods;
  if (methods.length === 1 && only) {
    return (
      <p className="flex items-start gap-3">
        <span className="text-ok">
          <Icon name="check" />
        </span>
        <MethodText method={only} />
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      {methods.map((method) => (
        <label
          key={method.id}
          className={classNames(
            "flex min-h-11 cursor-pointer items-start gap-3 rounded-button border px-4 py-3",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            method.id === chosen
              ? "border-brand bg-brand-soft text-on-brand-soft"
              : "border-control hover:bg-sunken",
            error && "border-danger",
          )}
        >
          <input
            type="radio"
            name={name}
            value={method.id}
            checked={method.id === chosen}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${name}-error` : undefined}
            onChange={() => onChoose(method.id)}
            className="mt-0.5 size-5 flex-none accent-brand outline-none"
          />
          <MethodText method={method} quiet={method.id !== chosen} />
        </label>
      ))}
      {error ? (
        <p id={`${name}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="error" size={18} />
          {error}
        </p>
      ) : null}
    </div>
  );
}

function MethodText({ method, quiet = true }: { method: Method; quiet?: boolean }) {
  return (
    <span className="flex min-w-0 flex-1 items-start justify-between gap-4">
      <span className="min-w-0">
        <span className="block font-semibold">{method.name}</span>
        {method.description ? (
          <span className={classNames("block text-sm", quiet && "text-ink-2")}>{method.description}</span>
        ) : null}
      </span>
      {method.price ? <span className="figures flex-none">{method.price}</span> : null}
    </span>
  );
}
