/** A body that is JSON already, so that its schema does not encode it. For calls that are made all the time. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
