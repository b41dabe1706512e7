"""What `python -m tests.benchmarks.question_sense` reckoned from the lists of questions.

By model and script: the mean of ordinary questions and the direction of small talk, each as
half-precision numbers in base64, and the middle on that direction.
"""

from __future__ import annotations

from collections.abc import Mapping

LISTS = "71f1611782eff20d"  # that these figures come from

FIGURES: Mapping[str, Mapping[str, tuple[str, str, float]]] = {
    "multilingual-e5-small-q4": {
        "hangul": (
            (
                "QCx2ppWrNqrrLbSoJyAsJkkqOigwKrghYCyJnq6oxigBLDWp46Ymqnkm2iiQrFwsdSnCKSyojSoILJ6s"
                "vapoq3IhJ6r7LF0pSaisqUsqWasNkjMnMSkHLS8pnSoWqS4s4ao3pUmq8So2KUQqfiu6qvGmIKzirPUq"
                "ES3npZCWDiUFLX4pSyV4KUim0Kg9pvskcSTLqookdCMZKHKriyoNqWSqnKkGqzImbqmBLHkq5atoKpqk"
                "8it2LOWrhKpGqAemnKY3KIIqnqg3K6ypIijFpgGqVCe4K8So9Sl1qQuqaCq2KUQoJK1qo+Sl+KlHKKOp"
                "9ysFqO2sJKgAqgyjwCYYKikkPSgyKzInvCDZKh4ryCuJpuMoNqi7p4moKiu5qJ0rMyoCKmstyahELW6q"
                "cCiLpPsq6yj3JRunj6lbqLYn8Cs5qgasR62VqF6p26zdKQ4t3Knlq0OpmihjrBAocB9NK2+qiykpLXQn"
                "MKgCo2ysn6zZqc+pXK15JcYqN6i5pYopHayIrbunzSa6rGUp4Cv2JtqkLKtpJR8olyjSn/mpLypnqg4p"
                "oyo5qxytGCz9qLemBCTgKXernSvMKbKn4RajrgOpeiXmKASsgKbvKsGr56bDpSesKqhnrLgRvSmiKIWr"
                "D6lGpScs+qzmJcioeKnKKvAckCi3KxmtMqlFrQypLiwaKoAs3qubJp4nBpo4Lucm0SiCnc2rJpeGqQOk"
                "rqtQJ3YpdKrCqdypPyq5LVao9KYvKfEoYCvxLHcny6ZhqN8rFaFVqCyh3aqlKnCrkSq0IggkniwQqGsm"
                "sqO8p7Cb7yXgrMkiPCC3Jueb3ygOLN0lsKoJrJYmOCkjp3wn2qtxqUWr2qhwoa2sCChwI/uqOadaKZAj"
                "U5hUqNephym2qsynOacoKSehPqsaKIkYTKopKIGooattJxGlHq0NKhUWt602IFgqR6KFIc2mXqoGJzwm"
                "UKkqqJsoFCm1KLgo36BUHdYooqkCK4Aqj6rHlpeki6koqy8rR6fVp54pXiwdKp0q"
            ),
            (
                "I7STPMG4Vjl8NA2qwTkZtXS6YjgUNW+yvTZ5tdkZErNMsg42S7jzL76vEToUt4KxSrFPKOKsN63nOR61"
                "LLEvPEiyIrFHNvw2CbRCLqS7HjDYOXAzxzQJs64tqrDBPOK6/izCN2uu3LD3LPOvVrlzM+UoZ7QMqLes"
                "lDGlMOOu9a6CKd60oLoJs1m47jFRs1s1DbjGMr6xhbN/uDg2AzKvJOg2qTiSuCEuB7SksOAzpTcYtlwz"
                "j72trzW2mjbhugs42S5hNjY0Jzb9s/ytuTSxpkc23DS+PQc6WpERM2u4Yy2nt5C1E58BNlK4WK/PNG85"
                "eTV8KborWrVANLkzRSuYN9mttjmOO7stNbUqvHKzeLZIPNEtnSV/sBC5Ni28uPg5ZjNiK0wwHTQ3tck4"
                "1ZkTM3u14zO+MxKsuCzCKGIowzjoNc+zlboUshI5+bcEL507PzElMBe8fjCEvDU4TDP9M72yKDjkOdMz"
                "c7A1t9W7MjU8s9A3qbpDLBy3qbO7MiOzarpXuFMzta2zryYo8LfgNBmowbVjnRGwG7XZsQy3BDnDsNC7"
                "qjQYttqxJrWHugs43KXHMfOrVq3gNMq4XjTYMAU4+bFatGo2rqiZst23jCR1tuoqIbCWNSQ1dbyNuwSl"
                "ITxgOKIsErr5oJo4kjWfqKA1aDhprPe1tK8Budk25bDhLWG3NjazLJ+uS7gus1AzlTi2tbA3y7X3LwO8"
                "PrqTsbY22zOnNzq33bAbOACvAzVeuI63lbyUKPql2LWSM4Q2CToGH0a5TbyfNbiyPDakNFSrB7qJsYM+"
                "Xi7nOk+6LrfTsvsxQThusQKqa689t3swgrq7JW42gLYnvLks6TX6KcQ0NyevKXy2bLNsNFm4trFEnjo3"
                "cLhbtTO7YLb6LTO4OLZqNz8xu6gLuF+3ObfbLGm1LTIMsrs3DKUIsOisrjYhtlc7QjwGrT07izA3LiS4"
                "ezYVODo1DjtfNs6uKTU/r6K0+q6psbK05DTprUSv0ao3OjCqd7Sfsj229znWPPaz"
            ),
            0.3979,
        ),
        "latin": (
            (
                "syoGph2puauCLIaroRykImEpoyGBKRsdFiyoqSWpfSkgLK2oDae8rHAoGx6bqgcqmCjoKh2ltyWBKces"
                "eapsqBoq96o/KsYnc6iOqTgsjKkwn3QpnSqKK8AoIio9qfEp0qjkpZqqdCsRJDUrZSpuq0WsoatMqqcq"
                "zipgqaYjwSC4LPornCZiKias7aZ9rPwqZyEZqD8dYSPXIFyqlCbcp62qQaiuqT4pTKqOK5crcasPLJCn"
                "cyphK+SrSKu6rPypQ6lLKm4qqqg/K1ymwijNqJioaCd4K1yrsCnkqU2qpCk6K3IrOqsZqPunUKm1JtWo"
                "PSwJpYurHqrVqmqojiepKnUlSSIuKIYlLiiuKF4p8SsIq6ecCqSApq6p6iu7qVIpHSxdKU8thaa7LEOl"
                "zii5qHQrZynYJ0Sp+6y/qkAoIyklqdOs2KsKpvWqD6UwKB8sDKjCpkSqCSeFq9AoE5hhK1moICyfLAwp"
                "fqbopbSr3KrfqOCqjKrbJgspbKWBoy0qlqksrOCqFyc6qXEqUysEKl6hz6SjJjwpWCmWJGuq4Cgsqn8p"
                "uiovrQ+tSCy6qhCikRyEKjWobimfKUCl1CkzrlGrSCgGKSOr2aeeKp2pSKkJqmOt7qjpqOKlWCkZKe6o"
                "7af+qF8pAa3+KLeolaihKuqipiG4Kxusg6g1qR6nQyolKpYr3Km7KLscmqXtLe0pkylXKLSqtaW8qm+p"
                "yavEJ/Io7anfqe2ptyUfLCqopKcZK60o7yiWK0ooDaYepLcqoqiapu2gyarHKzOm/CvRJskDCCy1pmEq"
                "IKlzqVMmlymTrLImHyRvKUAkIyrdKiYrOqriqmImVCoNpHEn4anrqqiqbqpSpSmsOScsJSitwqq7KGIi"
                "aCBvqBGruSoVqX2bMagxLNmpC6yPJeQmGaqCKSGpXqx1KxemKKosKDEsP63sIokqQ6e1KFijWKs+J4Yo"
                "JKyCp6sqgyoMKnIssaOOkyAotaoMLFwqv6qpHrGpPqlPqq4ptqpnqigoViycIxcr"
            ),
            (
                "qbBGNW2x8a/oNQa4iDYduYm42DiQMDK1MDI0rF60py+isfI2dbfjMammGDYKulK04aivM+imcLjXLXgp"
                "HCXSOI0wiSSPL4A2bTIBs5a47zCcOI2zdTSvK0Y1Ai1SMyilVLVOsVe56bHWsIYzmbVuKje0OLQOuJAj"
                "IDU8ONOyg7VVLhy2ObsFtJyzWq53rm+2GqBsNtiwo67WtjIyajh3NBA2565JsxEzfLSmMpMvGTO3stot"
                "wbmUM5a21y2RuNE5ELcxOQq0kDViM7a2hq3lM/Svlq/3OCE5jTcnscm0LzKgqxmqwSvLsvWrVrH3Kyc1"
                "GjU+uOW1djfoKiQxwic8MDe0nzk5OCkqMqhLvEk1YbZ0PJiyL7BNNXa1ojh7rvI27bZ6LB+nWTD8tAs6"
                "Q7H0LUa6YC9gtOCv0zWhM4M17y5OMgi21rT6sgE30LqiM5UryTYdtBm4SzQrud6sISqMr2GgXzhNNccq"
                "p7KtsQC69jRxtw05k7V8pBm3YazYsfCw3bglrByebbNtLiQxVrSWNha5CynxtDAtXrBYIcCstDkysAW4"
                "Iq6QIx6zZjPFu944UrGXM3QwKbG/Lni15zYpLO45mrFNqTA4Qrn8M/kqxDFSsH+kbzDBNY8x7LY8srWr"
                "tjxVOFEsFKuKsRaxODY7NqG4fS+XN8eolKpYu5CrqbOwr7u36i1LJiyx0LbOsRQv6Th8MuE4tzBksKS2"
                "QrXUtHYxfzHXsPq1+K2rOM8pMbNwMPG2qbnWM8q0g7HmrIA5UjjBMmune7juMaEyLzgCql+oQbY+tjo8"
                "lzR9PFcs0LoJtMw1/zVGMFCwFC3muXgwt7x+ti+kdDK3uK+zHjZrM5ukmq/yNfWnKqq6sA62PDg7OQQ6"
                "+LeXou+orLa6peotvLRvNGYxfC9LNNa2cqbrsEGy5qxoOPU3NjGjsFIxTzOTsIo8QzmJsHk0BTfQLIyv"
                "hq15NLKlgjgSMWK5ezGOsqWyArO1Mce1lLHWr5W3WbEZPKK27bdRtWu2iKSCOj4t"
            ),
            0.2158,
        ),
        "other": (
            (
                "1itNpqyqxapmLb6p8x4fJfMpYCbvKY4gRSwzpdqoCikNLAOp8qZfq1wnsSYZrLorJCkuKienMCkfK62s"
                "pKpOqjcmc6pMLNIoWKihqRYrr6pAmkgotymQLAYpcCokqXgrH6p3pWeqISsKKJ0qFiv9qlepA6w+rNgq"
                "dCywp5kcESToLGgqxyXPKQupUahHqSUomSPNqbQibSMSJgyrWCmjqH+qHKmHqsYnwKk9LOIquqsJK7Gl"
                "ZSstLOSrzKouqhuoB6j7KHoqoqg6K8GoXSjQp3ypWyegK7mp2ymeqSOqICpFKnAplKxdpammuqngJ1ep"
                "FCzupoCs36hOqnulDCdNKqMkgyYWKpUmkyQNKnkq1yunqL4lz6ZHp/WocSsYqcUq8irGKWEtOagRLQip"
                "kyhZpicrGSmoJi+oLqs8qQAo6CrTqVGsx6wCqPSpEas/KbYsMak7qqGpNCgorFco5RtUK6qpiir2LDYo"
                "rqdkpDasL6x9qTOql6z7JSMqUqf/pMYpQasIrfmo6Cblq8gprCtqKA2ka6ncJYgo3ihIFyOqtClRqjgp"
                "rCoxrBetKiyhqVul6SEdKkSqzyq7KcymkSR6rtypnSbyKLOr/6bRKveqIKgLqJyscqhfqxygmCnOKJGq"
                "qKgCpzor/axoJ8KoJam7KuiXzSa3K7ys8ahJrIColiseKj4sIauoJz8lFKEcLl0oGSmoIGarxaD4qYmm"
                "uKt6J0UpQ6rNqeOp/ygiLUaoNafkKdgoeiqFLOAnhaYMp3IrBaXnpxWh1qoQK9epFyuhJBohZyybp2Ao"
                "NaZzqOQe3ifErJwktiEfKIkbVimmK3wohaqiq4MmoSkApngnIKv9qQurb6lbo32swSdBJBusxaggKSEj"
                "hRdeqEuq+CkcqkWlpqdYKvCljqs6J8shOaqoKLyoBawYKXKlXaxcKWsmi602IWoqqKQ2JaaluqoaJ0Yn"
                "aKoEqF4pmykzKUIq6aEJGpMoCKpoK3IqoaqKFRinb6nYqqEqxajVqBQpWyyQKMoq"
            ),
            (
                "iLRuO/u2izXeNYqzBjn5t0i60DhJNEK0VjZqtkWxurBMtIQ31rjjMLuoJDkCuMWyqK6YMVgpubWpNlCx"
                "La7qO3WhM7DCMz43hKklqNa6yjEjOu6gVjaSsDkyhK8rO5a40rFJM8e1G7ElrrsX67hoMK6xH7XqsYSr"
                "izFZNJyuWrQ9oOW0WbsJtAu4xSkWtMIvNbaGNQ+0NrROuZk1IzU4MTc38zaIttkzp7QaqKMyojbhtBY0"
                "5ry+qEy39jQuu2M4w7LNOF4shjbJsNWzKTFhMBc0BzOkPF46HjNhLki4rioFteOzqjB3MPC1KK/mMW84"
                "kTX4sKGwRLBYNIwzpCyiNlSztDn3OgEtlbOvvKWpMbdfPJ+xxCfILLu4XjU9t1Y5aKWdLEkvZDRDtdM6"
                "/6lYMEi4JDOGLJ+ujzGbLE0zETalNV22aLlQs0g4zLhcMdI4eDYBKWW7azI9vPc01y7kMA+wazgNOX8y"
                "krOBtj+8djd1tZY4LLk1LJC4tLHNLv6yJLpztVQpGLK9LJcuCbhzN8q0JK6XsKMiN7WwqBi2iTkZsBi7"
                "Oy2mtEmvDKxCvCQ557EKNJ4vmbAWM0W4Kzj1Mdc4hbEDsgI4nrYwqRK0+i2tthasu6ifNjgzt7s5ufQi"
                "yTzfOMwsabiSr2E1WjaaMhuw4zVeMKmxNqmcuUI1CbSzLmu4oTTjKdWwnLg7snw0ATlOqNI4KbJHKC+7"
                "crkRtBk1PTPiMdu3QLQtOF6tHjDTs3G3iLyiLYaumrR5MbY31TlLMQe3TrumNc4mEDgmMZuuRrmrtEk+"
                "6zBfPBm3Prl3s8o0mzjhJDqwr6pUuSs0ibybsRIzmbL8upGs1zcqLQY0H6z+M4CzKrE4MNG4v6vJNEI5"
                "s7josva4vLbbI6Wz/7Y6OIAuZSlzsqe2HLTeKOC19y6DMuw3CjHLrhoyXja+tKM8Ajw9sME56jRqMPm1"
                "WC1KN0MyvDo3Nhu2JzVisDy0Y7JBqry1TDAPsPi1CrHxO6KzabZHtuS2RThkPMqr"
            ),
            0.2964,
        ),
    },
}
