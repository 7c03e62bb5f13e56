/** A random number generator with a seed. It returns the same sequence in every run. */
export class Random {
  constructor(private state: number) {}

  /** Returns a whole number that is at least 0 and less than the bound. */
  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * bound);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("nothing to choose from");
    return choice;
  }
}
