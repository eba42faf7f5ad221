//! Runs the program, and says what is to be said of every run.

use assert_cmd::Command;
use serde_json::Value;

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A command of the program.
pub struct Program(pub &'static str);

impl Program {
    /// Runs it with these arguments, without a terminal.
    pub fn ran(&self, args: &[&str]) -> Ran {
        let output = Command::cargo_bin("broadside")
            .unwrap()
            .arg(self.0)
            .args(args)
            .env_remove("NO_COLOR")
            .output()
            .unwrap();
        Ran {
            code: output.status.code().expect("not ended by a signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// What it prints when all is well.
    pub fn told(&self, args: &[&str]) -> String {
        let ran = self.ran(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        ran.out
    }

    /// The same as JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.told(&[args, &["--format", "json"]].concat())).unwrap()
    }

    /// Exit code 2 and nothing on standard output; what it said.
    pub fn refused(&self, args: &[&str]) -> String {
        let ran = self.ran(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        ran.err
    }
}
