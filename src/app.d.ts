declare global {
  namespace App {
    interface Error {
      message: string;
      code?: string;
    }
    interface PageState {
      /** A payment is under review: Back returns to its form. */
      review?: boolean;
    }
  }
}

export {};
